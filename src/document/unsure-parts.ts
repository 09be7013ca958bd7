import type { OpenBlocks } from './open-blocks.ts'

/** A part that only remark decides. */
export interface UnsurePart {
  readonly start: number
  /** Where the line of the next document-level heading starts, or the end of the text. */
  readonly end: number
  /** Where that heading ends: a parse up to here proves that it is one. */
  readonly proof: number
  /** The part's blocks: from this index up to, not including, that one. */
  readonly from: number
  readonly to: number
  /** How many containers are in one another at most. */
  readonly depth: number
}

/** Follows a scan from heading to heading, and keeps the parts in which there was a doubt. */
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

  /** The part up to `end` is over; a parse up to `proof` shows whether it was rightly cut there. */
  end(end: number, proof: number): void {
    const open = this.#open
    const to = open.top.blocks.length
    const depth = open.deepest
    if (open.doubt) this.unsure.push({ start: this.#start, end, proof, from: this.#from, to, depth })
    open.doubt = false
    open.deepest = open.depth
    this.#start = end
    this.#from = to
  }
}
