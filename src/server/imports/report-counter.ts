import { OPT_OUT_KINDS, type OptOutKind } from '#contract/choices.ts'
import { shorten } from '#normalise/text.ts'
import type { Report } from '#server/db/import-columns.ts'
import type { PointProblem } from '#server/listings/listing-matcher.ts'
import type { Entry, Outcome } from './diff-entry.ts'
import type { PhotoNotes } from './photos.ts'
import type { ListingReading } from './reading/records/fields.ts'
import type { Problem } from './report.ts'

/**
 * Problems are passed on when this many are buffered, so that a bad file does not fill the memory.
 */
const MAX_BUFFERED = 500

/** Why a point is not used. A point is `shared` if houses at many addresses have it. */
const UNUSED_POINTS = ['shared', 'elsewhere', 'nowhere', 'unplaced'] as const
type UnusedPoint = PointProblem | (typeof UNUSED_POINTS)[number]

type UnusualPoint = UnusedPoint | 'swapped'

export type ProblemHandler = (problems: Problem[]) => void

/**
 * Counts what happened to the records of a file. Adds the counts to `report`, and passes the
 * problems to `onProblems`.
 */
export function openReportCounter(report: Report, onProblems: ProblemHandler = () => {}) {
  let problems: Problem[] = []
  const unusual = { swapped: 0, shared: 0, elsewhere: 0, nowhere: 0, unplaced: 0 }

  function reject(line: number, problem: Pick<Problem, 'field' | 'value' | 'reason'>) {
    report.rejected += 1
    problems.push({ line, outcome: 'record rejected', ...problem })
  }

  function flush() {
    const some = problems
    problems = []
    if (some.length > 0) onProblems(some)
  }

  return {
    reject,
    flush,

    flushIfFull() {
      if (problems.length >= MAX_BUFFERED) flush()
    },

    noteRead() {
      report.read += 1
    },

    noteSkipped(category: string) {
      report.skipped[category] = (report.skipped[category] ?? 0) + 1
    },

    /** Counts a record's missing and unusable values. */
    noteValues(line: number, { blanks, problems: unread, isPointSwapped }: ListingReading) {
      if (isPointSwapped) unusual.swapped += 1
      for (const field of blanks) countsOf(report, field).blank += 1
      for (const problem of unread) {
        countsOf(report, problem.field).unread += 1
        problems.push({ line, outcome: 'value unknown', ...problem })
      }
    },

    notePhotos(line: number, stored: number, { problems: failed, cutOff }: PhotoNotes) {
      report.photos.stored += stored
      for (const name of cutOff) {
        const reason = 'lacks its last bytes. The part that could be read is shown'
        const value = shorten(name)
        problems.push({ line, outcome: 'photo incomplete', field: 'images', value, reason })
      }
      for (const { kind, name, reason } of failed) {
        report.photos[kind] += 1
        const value = shorten(name)
        problems.push({ line, outcome: 'photo skipped', field: 'images', value, reason })
      }
    },

    notePhotosNotFetched(count: number) {
      report.photos.notFetched += count
    },

    noteOptedOut(counts: Record<OptOutKind, number>) {
      for (const kind of OPT_OUT_KINDS) {
        if (counts[kind] > 0) report.optedOut[kind] = (report.optedOut[kind] ?? 0) + counts[kind]
      }
    },

    notePoints(counts: Record<UnusedPoint, number>) {
      for (const problem of UNUSED_POINTS) unusual[problem] += counts[problem]
    },

    /** Adds the sentences about unusual points, which the report does not count otherwise. */
    addNotes() {
      report.notes.push(...pointNotes(unusual))
    },

    noteOutcomes(entries: Entry[], outcomes: Outcome[]) {
      for (const [at, { line, listing }] of entries.entries()) {
        const outcome = outcomes[at]
        if (outcome === 'added' || outcome === 'changed' || outcome === 'unchanged') {
          report[outcome] += 1
        } else {
          reject(line, {
            field: '_id',
            value: listing.id,
            reason: 'belongs to a listing of another source',
          })
        }
      }
    },
  }
}

function pointNotes({
  swapped,
  shared,
  elsewhere,
  nowhere,
  unplaced,
}: Record<UnusualPoint, number>) {
  return [
    ...(swapped > 0
      ? [`${houses(swapped)} had latitude and longitude swapped. Engawa swapped them back.`]
      : []),
    ...(shared > 0
      ? [
          `${points(shared)} that houses at other addresses have too, such as that of a town hall. Engawa used the address instead.`,
        ]
      : []),
    ...(elsewhere > 0
      ? [
          `${points(elsewhere)} outside the municipality of the address. Engawa used the address instead.`,
        ]
      : []),
    ...(unplaced > 0
      ? [
          `${points(unplaced)} in an unknown municipality. Import borders under “Places” to find it.`,
        ]
      : []),
    ...(nowhere > 0 ? [`${points(nowhere)} at sea or outside Japan. Engawa did not use it.`] : []),
  ]
}

function houses(count: number) {
  return `${count.toLocaleString('en')} ${count === 1 ? 'house' : 'houses'}`
}

function points(count: number) {
  return `${houses(count)} ${count === 1 ? 'has' : 'have'} a point`
}

export type ReportCounter = ReturnType<typeof openReportCounter>

function countsOf(report: Report, field: string) {
  report.unknown[field] ??= { blank: 0, unread: 0 }
  return report.unknown[field]
}
