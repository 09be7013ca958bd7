import { lineStartBefore } from '../../markdown/scan/leaf.ts'
import type { Notes } from '../../notes/notes.ts'
import { profiles, type SectionShape } from '../../notes/profile.ts'
import type { Section } from '../../notes/section.ts'
import type { Timestamp } from '../../notes/text/timestamp.ts'
import { type Unit, unitsOf } from '../../notes/units.ts'

/** The lines of one section, without its subsections, and where they go. */
export interface Plot {
  readonly section: Section
  /** The protocol's section for these lines. Undefined if there is none: they stay as they are. */
  readonly shape: SectionShape | undefined
  /** The date that its records inherit from a heading that does not stay above them. */
  readonly date: Timestamp | undefined
  /** All of its lines, with the heading. */
  readonly text: string
  /** Its lines below the heading. The first also covers the heading if the heading is the record. */
  readonly body: readonly Unit[]
  /** Subsections that move with it: `### API` below Blockers. */
  readonly parts: Plot[]
}

export interface Plots {
  /** The title, and everything above the first section. */
  readonly head: readonly Plot[]
  /** Plots with a section in the protocol. */
  readonly known: readonly Plot[]
  /** The others, in order. */
  readonly unknown: readonly Plot[]
}

const shapes = new Map(profiles.sam.outline.map(shape => [shape.kind, shape]))

const isRecord = ({ record }: Unit): boolean => record !== undefined

/** Divides a notes file among the sections of the protocol. */
export function plotsOf(notes: Notes): Plots {
  const { document, sections } = notes
  const { text } = document
  const { units } = unitsOf(notes)
  const starts = sections.map(({ heading, span }) => lineStartBefore(text, (heading ?? { span }).span.start))
  const [head, known, unknown]: [Plot[], Plot[], Plot[]] = [[], [], []]
  const made = new Map<Section, Plot>()
  let from = 0
  for (const [index, section] of sections.entries()) {
    const { parent, heading, kind } = section
    const [start, end] = [index === 0 ? 0 : (starts[index] ?? 0), starts[index + 1] ?? text.length]
    const below = heading?.span.end ?? start
    const body: Unit[] = []
    for (; from < units.length && (units[from]?.start ?? end) < end; from++) {
      const unit = units[from]
      if (unit !== undefined && unit.start + unit.text.length > below) body.push(unit)
    }
    const above = parent === undefined ? undefined : made.get(parent)
    const isTop = above === undefined || head.includes(above) || above.section.kind === 'title'
    // `# Project log` names the file, unless it has records of its own.
    const isTitle = kind === 'title' || (index <= 1 && section.depth === 1 && !body.some(isRecord))
    const isHead = isTop && unknown.length + known.length === 0 && (!heading || isTitle)
    const own = shapes.get(kind)
    const isOwn =
      own !== undefined &&
      (section.isNamed || kind === 'decision-log' || (isTop && above?.section.kind === kind))
    const isKnown = isOwn && (isTop || above.shape !== undefined)
    // For example, events below a Session Continuity heading are rows of its log.
    const isMoved =
      !isTop && !isKnown && own !== undefined && above.shape !== undefined && own !== above.shape
    const isPart = !isTop && !isKnown && !isMoved
    const shape = isHead ? undefined : isPart ? above.shape : isKnown || isMoved ? own : undefined
    const stays = head.some(title => title.section.date !== undefined && title.section.date === section.date)
    const date = stays ? undefined : section.date
    const plot: Plot = { section, shape, date, text: text.slice(start, end), body, parts: [] }
    made.set(section, isPart ? above : plot)
    if (isPart) above.parts.push(plot)
    else (isHead ? head : shape === undefined ? unknown : known).push(plot)
  }
  return { head, known, unknown }
}
