import { allKinds, type SectionKind, sectionOf } from './kinds.ts'
import { type Timestamp, timestampAtStart } from './text/timestamp.ts'

export type { SectionKind }

/** Headings found in real files, in lower case. Each kind of record lists those of its sections. */
const KINDS: ReadonlyMap<string, SectionKind> = new Map(
  allKinds.flatMap(([, { sections }]) =>
    Object.entries(sections).flatMap(([kind, names]) => names.map(name => [name, kind as SectionKind])),
  ),
)

/** Do sub-headings with names of their own hold records of this section? */
export const hasParts = (kind: SectionKind): boolean => PARTED.has(kind)

const PARTED: ReadonlySet<string> = new Set(
  allKinds.flatMap(([, { sections, hasParts }]) => (hasParts === true ? Object.keys(sections) : [])),
)

/** The kind of section that a bullet's label names. */
export const kindOfLabel = (label: string): SectionKind | undefined => LABELS.get(label.toLowerCase())

const LABELS: ReadonlyMap<string, SectionKind> = new Map(
  allKinds.flatMap(([, kind]) => (kind.words.labels ?? []).map(label => [label, sectionOf(kind)] as const)),
)

/** The section kind of a heading in lower case that is a known name and nothing else. */
export const kindOfName = (name: string): SectionKind | undefined => KINDS.get(name)

/** Does a heading in lower case start with a known name? `Decision Log (old)` may be a log. */
export function isNamePrefix(heading: string): boolean {
  for (const name of KINDS.keys()) if (heading.startsWith(name)) return true
  return false
}

export interface HeadingName {
  readonly kind: SectionKind
  /** A date in the heading: `Decision Log — 2026-05-12 (cycle-104)`. */
  readonly at: Timestamp | undefined
  /** The rest of the heading, without its name and date: `cycle-104`. */
  readonly rest: string
  /** The name may also head a part of something else: the status of one decision, the next steps of one sprint. */
  readonly isCommon: boolean
}

const COMMON: ReadonlySet<string> = new Set([
  'status',
  'current status',
  'focus',
  'next',
  'next action',
  'next session',
  'next step',
  'next steps',
  'next up',
  'up next',
  'resume',
  'start here',
  'todo',
  'todos',
  'to do',
  'to-do',
  'todo list',
  'tasks',
  'open tasks',
  'remaining work',
  'remaining tasks',
  'log',
  'progress',
  'history',
  'journal',
  'dependencies',
  'choices',
  'decided',
  'now',
  'shortcuts',
  'unknowns',
  'pointers',
  'goal',
  'task',
  'state',
])

const SEPARATOR = /\s+[—–-]\s*|\s*[(:[|]|\s+(?=\d{4}-\d{2}-\d{2})|\s+(?:from|for|of)\s+/
const DATE =
  /\d{4}-\d{2}-\d{2}\S*|\b\d{1,2}\.? [A-Z][a-z]{2,8}\.? \d{4}\b|\b[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b|\b20\d{6}(?:[-–]20\d{6})?\b/

/** Reads a heading. Ignores case, emoji, emphasis, numbering, `&`, dates and trailing remarks. */
export function readHeadingName(title: string): HeadingName {
  const plain = title
    .slice(0, NAME)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[*`~]{1,3}(?=\S)|(?<=\S)[*`~]{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)/g, '')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(EMOJI_BEHIND, '')
    .replace(/^\d{1,2}[.)]\s+/, '')
    .trim()
  const name = key(plain)
  const whole = KINDS.get(name) ?? kindOfEither(plain)
  if (whole !== undefined) return { kind: whole, at: undefined, rest: '', isCommon: COMMON.has(name) }
  const cut = SEPARATOR.exec(plain)
  const before = cut === null ? '' : key(plain.slice(0, cut.index))
  const kind = KINDS.get(before) ?? (cut === null ? undefined : kindOfEither(plain.slice(0, cut.index)))
  const tail = kind === undefined || cut === null ? plain : plain.slice(cut.index)
  const date = DATE.exec(tail)
  const at = date === null ? undefined : timestampAtStart(date[0])
  const rest = trimMarks(
    at === undefined
      ? tail
      : tail
          .replace(at.text, ' ')
          .replace(/\(\s*\)/, ' ')
          .replace(/\(\s*,\s*/, '('),
    title.slice(NAME),
  )
  if (kind !== undefined || cut === null)
    return { kind: kind ?? 'other', at, rest, isCommon: COMMON.has(before) }
  // The known name may follow the separator: `Reference: where things are`, `What we live with (technical debt)`
  const behind = key(plain.slice(cut.index).replaceAll(/[():]/g, ' '))
  const remark = KINDS.get(behind)
  // `Observations of cycle 8 (carried forward)` does not hold goals: its first words name another kind.
  return remark === undefined || kindInWords(before) !== undefined
    ? { kind: 'other', at, rest, isCommon: false }
    : { kind: remark, at, rest, isCommon: COMMON.has(behind) }
}

/**
 * The words that show what a section is for when its heading is a phrase of the author's own:
 * `What we decided and why`, `Things that bit us`, `To do before playtest 3`. The section gets the first kind in
 * this list whose words its heading contains. These are not regular expressions: compiling this many would cost a
 * session start a millisecond.
 */
const IN_WORDS: readonly (readonly [SectionKind, readonly string[]])[] = (
  [
    [
      'questions',
      "questions|unclear|unknowns|undecided|unsolved|not solved|don't know|hypotheses|open points|to clarify|to decide|to find out",
    ],
    [
      'decision-log',
      'decisions|decided|agreed|adrs|choices|decision list|decision record|decision register|decision table',
    ],
    [
      'learnings',
      'learned|learnt|learnings|lessons|observations|gotchas|pitfalls|traps|surprises|bit me|bit us|hard way|takeaways|til|tricks|good to know|' +
        'good to remember|nice to know|things to know|things to remember|things worth remembering|quirks|caveats|' +
        'codebase patterns|patterns to reuse|important patterns|key findings|facts|conventions|' +
        "what worked|didn't work|did not work|dead ends|failed approaches|errors encountered|errors corrections|errors and|" +
        "user corrections|mistakes|constraints|non negotiables|guardrails|ground rules|design rules|house rules|^don't|^do not|^never",
    ],
    [
      'debt',
      'debt|debts|broken|bugs|defects|faults|gaps|hacks|issues|problems|limitations|weaknesses|workarounds|shortcuts',
    ],
    ['blockers', 'blocked|blockers|blocking|held up|holds it up|holds me up|holds us up|stuck|waiting'],
    [
      'goals',
      'to do|to dos|todo|todos|tasks|goals|roadmap|backlog|parking lot|follow up|follow ups|followups|next steps|' +
        'wish list|wishlist|jobs|chores|someday|in progress|work queue|maybe|changes needed|changes required|' +
        'required changes|pending work|open items|action items|build order|priority order|future work|future investigation|milestones|' +
        "what's left|what's next|left to build|left to do|implementation plan|immediate priorities|next priorities|next focus areas",
    ],
    [
      'session-log',
      'log|journal|diary|changelog|devlog|incidents|release history|releases|handoff|handoffs|handover|handovers|' +
        'meetings|experiments|playtests|sessions|timeline|happened|accomplishments|accomplished|' +
        'recent changes|recent activities|recent activity|changes made',
    ],
    [
      'references',
      'pointers|refs|links|see also|look here|where to look|where things are|where things live|where everything is|' +
        'where stuff is|where is what|code guide|code map|source guide|source map|handy files|key files|important files|' +
        'relevant files|useful files|useful places|reading list|file locations|files to read|files to study|' +
        'working set|files and functions|files and code',
    ],
    [
      'active-context',
      '^status|^current status|^project status|state of affairs|state of play|state of things|where i am|where i stand|where i left|where it stands|' +
        'where things are|where things stand|where we are|where we have got|where we left|where we stand|' +
        "^start here|starts here|^what was just|^current work|^what i'm doing|^what i was doing|^what we're doing|^currently working",
    ],
  ] as const
).map(([kind, words]) => [kind, words.split('|')])

/** The names above in other languages. Chinese, Japanese and Korean names may stand anywhere in a heading. */
const IN_OTHER_LANGUAGES: readonly (readonly [SectionKind, readonly string[]])[] = (
  [
    [
      'debt',
      '技术债|技術債|技術的負債|已知问题|既知の問題|기술 부채|기술부채|알려진 문제|технический долг|technische schulden|deuda técnica|dette technique|dívida técnica',
    ],
    [
      'questions',
      '未決定|未决定|미결정|疑问|疑問|待确认|待解决|未解决|未决|未解決|开放问题|质问|質問|질문|вопросы|offene fragen|offene punkte|fragen|preguntas|questions ouvertes|perguntas|questões em aberto',
    ],
    [
      'decision-log',
      '决策|决定|決策|決定|결정|решения|entscheidung|entscheidungen|decisiones|décisions|decisões',
    ],
    [
      'learnings',
      '经验|教训|教訓|踩坑|心得|注意事项|学び|学んだ|注意点|교훈|배운|주의|уроки|erkenntnisse|lecciones|aprendizajes|leçons|aprendizados|lições',
    ],
    [
      'blockers',
      '阻塞|阻碍|卡点|ブロッカー|블로커|막힌|차단|блокеры|阻害|blocker|blockiert|bloqueos|blocages|points bloquants|bloqueios',
    ],
    [
      'goals',
      '待办|待辦|任务|任務|目标|目標|下一步|次のステップ|やること|タスク|할 일|할일|다음 단계|목표|задачи|цели|следующие шаги|aufgaben|ziele|nächste schritte|nächster schritt|tareas|pendientes|objetivos|próximos pasos|por hacer|tâches|à faire|prochaines étapes|objectifs|tarefas|próximos passos',
    ],
    [
      'session-log',
      '日志|日誌|工作记录|会话记录|作業ログ|작업 로그|세션 로그|журнал|protokoll|bitácora|diário',
    ],
    [
      'references',
      '参考|相关文件|关键文件|関連ファイル|참고|주요 파일|ссылки|verweise|referencias|références|referências',
    ],
    [
      'active-context',
      '现状|当前状态|目前状态|当前进度|当前工作|現状|現在の状態|現在の状況|현재 상태|현재 작업|текущее состояние|статус|aktueller stand|estado|estado actual|état|état actuel|estado atual',
    ],
  ] as const
).map(([kind, words]) => [kind, words.split('|')])

/** Headings that report past work or describe a process: `Fixed login issues`, `How the release log is written`. */
const NO_NAME =
  /^ (?:add|answered|clos|complet|discard|done|fix|how|if (?!blocked)|(?:hints|notes|tips) for (?:future|later|next|the next) |implement(?!ation decisions)|non|old|past|previous|reject|remov|resolv|solv|status (?:codes?|conventions?|icons?|legend|of|pages?|quo) |test|work)| (?:rejected|discarded) |(?<! be) (?:completed|done|fixed|resolved|shipped) $/
/** The same in other languages, and frequently asked questions. */
const NO_OTHER_NAME =
  /abgelehnt|erledigt|gelöst|beantwortet|nicht|annul|rejet|terminé|résolu|rechazad|completad|resuelt|conclu[íi]d|отклон|выполнен|реш[её]н|已(?:完成|解决|废弃|关闭|取消)|完成情况|废弃|决策树|決定木|決定表|非|却下|解決済|完了|완료|해결|häufig|fr[ée][qc]u?ent|част|よくある|常见|자주/
const MAX_NAME = 80

/** Does the heading contain the name? `^status` matches only at the start, so not in `Build status`. */
const isNamed = (words: string, name: string): boolean =>
  name.startsWith('^')
    ? words.startsWith(` ${name.slice(1)} `)
    : words.includes(name.charCodeAt(0) < FIRST_OF_CJK ? ` ${name} ` : name)

/** Scripts from this code point on put no spaces around a word. */
const FIRST_OF_CJK = 0x2e80

/** The kind of section that a heading names in words of its own. */
export function kindInWords(title: string): SectionKind | undefined {
  if (title.length > MAX_NAME) return undefined
  if (/^\?+$/.test(title.trim())) return 'questions'
  const words = ` ${
    title
      .toLowerCase()
      .match(/[a-z'\u00c0-\u1fff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+/g)
      ?.join(' ') ?? ''
  } `
  if (NO_NAME.test(words)) return undefined
  if (
    /^ (?:the )?plan $|^ next (?:\w+ )?(?:checklist|items|moves|steps|tasks|things|work|workstreams?) $/.test(
      words,
    )
  )
    return 'goals'
  if (
    /^ (?:current|latest) (?:development|implementation|overall|project) (?:state|status) |^ last verified (?:state|status) /.test(
      words,
    )
  )
    return 'active-context'
  const named = ([, names]: readonly [SectionKind, readonly string[]]): boolean =>
    names.some(name => isNamed(words, name))
  return (IN_WORDS.find(named) ??
    (NO_OTHER_NAME.test(words) ? undefined : IN_OTHER_LANGUAGES.find(named)))?.[0]
}

/** Is the heading exactly a known name, perhaps in another language? `Where we are in the code` is not. */
export const isKnownHeading = (title: string): boolean =>
  readHeadingName(title).kind !== 'other' ||
  IN_OTHER_LANGUAGES.some(([, names]) => names.includes(title.trim().toLowerCase()))

/** Emoji and their joiners, written as ranges: `\p{Extended_Pictographic}` takes 1 ms to compile. */
const EMOJI_BEHIND = /(?:\s|\u200d|\ufe0f|[\u2190-\u2bff]|[\ud83c-\ud83e][\udc00-\udfff])+$/

/**
 * The kind of a name with a qualifier or remark, or else that of the first known name in `Open Questions / Follow-ups`.
 */
function kindOfEither(name: string): SectionKind | undefined {
  const bare = KINDS.get(key(name.replace(QUALIFIER, '').replace(REMARK, '')))
  if (bare !== undefined) return bare
  if (!/[/,+&]/.test(name)) return undefined
  const parts = name.split(/\s*[/,+&]\s*/).map(part => KINDS.get(key(part)))
  return parts.find(kind => kind !== undefined)
}

/** Words before a name that do not change its meaning, as in `Outstanding questions`. */
const QUALIFIER =
  /^(?:active|additional|critical|current|further|immediate|important|main|major|new|open|other|outstanding|project|recent|remaining|unresolved)\s+/i

/** Words after a name that do not change its meaning, as in `Decisions that still hold` or `Goals this sprint`. */
const REMARK =
  /\s+(?:in force|so far|to date|this (?:cycle|iteration|milestone|month|phase|session|sprint|week)|that (?:still )?(?:apply|count|hold|matter|stand)|(?:we (?:have|know|made|took)))$/i

/** Regular expressions that may backtrack see no more characters than this: names and dates come first. */
const NAME = 500

const key = (name: string): string => name.toLowerCase().replaceAll('&', 'and').replaceAll(/\s+/g, ' ').trim()

/** Removes the separators and brackets around the rest of a heading. */
function trimMarks(text: string, more: string): string {
  const start = text.replace(/^\s*(?:(?:from|for|of)\b)?[\s\]—–:|-]*/, '')
  const inner = more === '' ? start.replace(/[\s—–:|-]+$/, '') : start + more
  const bracketed = /^\(([^()]*)\)$|^\[([^[\]]*)\]$/.exec(inner)
  return (bracketed?.[1] ?? bracketed?.[2] ?? inner).trim()
}
