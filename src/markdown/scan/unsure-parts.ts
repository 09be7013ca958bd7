import type { OpenBlocks } from './open-blocks.ts'

/** A part of the text that the scanner is unsure of, so that remark must read it. */
export interface UnsurePart {
  readonly start: number
  /** The start of the next document-level heading's line, or the end of the text. */
  readonly end: number
  /** The end of that heading. Parsing up to here shows whether it is a heading. */
  readonly proof: number
  /** The part's blocks, as a half-open range of indexes. */
  readonly from: number
  readonly to: number
  /** The maximum nesting depth. */
  readonly depth: number
}

/** Follows a scan from heading to heading and collects the unsure parts. */
export class Parts {
  readonly unsure: UnsurePart[] = []
  readonly #open: OpenBlocks
  #start: number
  #from: number

  constructor(open: OpenBlocks, start: number) {
    this.#open = open
    this.#start = start
    this.#from = open.top.blocks.length
  }

  /** Ends the current part at `end`; a parse up to `proof` shows whether the cut is right. */
  end(end: number, proof: number): void {
    const open = this.#open
    const to = open.top.blocks.length
    const depth = open.maxDepth
    if (open.doubt) this.unsure.push({ start: this.#start, end, proof, from: this.#from, to, depth })
    open.doubt = false
    open.maxDepth = open.depth
    this.#start = end
    this.#from = to
  }
}
