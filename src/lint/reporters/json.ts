import { shownJson } from '../../safety/door.ts'
import type { Reporter } from '../report.ts'
import { everyFinding, type Place, type ReportedFinding } from '../report.ts'

/** For programs: the whole report, with the edits of each fix. */
export const json: Reporter = ({ version, files, counts }) => {
  const document = {
    version,
    files: files.map(file => ({
      path: file.path,
      profile: file.profile,
      findings: everyFinding(file).map(findingOf),
      ...(file.fixed === 0 ? {} : { fixed: file.fixed }),
      ...(file.dropped.length === 0 ? {} : { dropped: file.dropped }),
      ...(file.diff === undefined ? {} : { diff: file.diff }),
    })),
    counts,
  }
  return shownJson(document)
}

function findingOf({ rule, severity, message, handle, fix, cause, ...place }: ReportedFinding): object {
  return { rule, severity, ...placeOf(place), message, handle, fix, cause }
}

const placeOf = ({ line, column, endLine, endColumn }: Place): Place => ({ line, column, endLine, endColumn })
