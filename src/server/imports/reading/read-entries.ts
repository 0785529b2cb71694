import { setImmediate as othersFirst } from 'node:timers/promises'
import type { OfferStatus } from '#contract/choices.ts'
import type { LinksCategory } from '#contract/imports.ts'
import { shorten } from '#normalise/text.ts'
import type { RawRecord } from '#server/file-formats/row.ts'
import { openAccessNames } from '#server/stations/access-names.ts'
import { type Entry, listingDigest } from '../diff-entry.ts'
import type { PhotoKeeper } from '../photos.ts'
import type { ReportCounter } from '../report-counter.ts'
import type { OpenFile } from './open.ts'
import type { ReadingContext, RecordReading } from './records/fields.ts'
import { readRecord } from './records/read-record.ts'
import { toStorable } from './records/sanitize-record.ts'
import { namesJapaneseWay } from './records/spec.ts'

/**
 * The maximum number of listings in a batch, and the maximum number of characters in their records.
 * A batch is written in one transaction.
 */
const MAX_ENTRIES = 500
const MAX_LENGTH = 4_000_000

/** After this many records, the import yields to other work in the event loop. */
const YIELD_INTERVAL_ENTRIES = 5

interface EntryReading {
  context: ReadingContext
  categories: readonly LinksCategory[]
  /** Stores the photos. Null if the import does not look for photos. */
  photos: PhotoKeeper | null
  counter: ReportCounter
}

/**
 * Reads the listings of a file in batches. Read `ids`, `closed`, `isCutOff` and `hasGaps` only after the last
 * batch, because they change until then.
 */
export function readEntries(file: OpenFile, reading: EntryReading) {
  const { context, categories, photos, counter } = reading
  /** The id of every listing in the file, including rejected and skipped listings. */
  const ids = new Set<string>()
  /** The houses that the file says are no longer offered, with their status. */
  const closed = new Map<string, OfferStatus>()
  let isCutOff = false
  let hasGaps = false

  async function* entries(): AsyncGenerator<Entry> {
    let read = 0
    for await (const row of file.rows) {
      read += 1
      if (read % YIELD_INTERVAL_ENTRIES === 0) await othersFirst()
      counter.flushIfFull()
      if ('problem' in row) {
        counter.noteRead()
        isCutOff ||= row.cutOff ?? false
        rejectUnknown(row.line, { value: shorten(row.text), reason: row.problem })
      } else {
        const entry = await take(row.line, row.record)
        if (entry) yield entry
      }
    }
  }

  function rejectUnknown(line: number, problem: RejectedProblem) {
    hasGaps = true
    counter.reject(line, problem)
    return null
  }

  async function take(line: number, record: RawRecord): Promise<Entry | null> {
    const storable = toStorable(record)
    const reading = storable && (await parse(storable.record))
    if (reading?.kind === 'skipped') {
      const { id, category, closedAs } = reading
      if (closedAs && !ids.has(id)) closed.set(id, closedAs)
      ids.add(id)
      counter.noteSkipped(category)
      return null
    }
    counter.noteRead()
    if (!reading) return rejectUnknown(line, TOO_DEEP)
    if (reading.kind === 'rejected') return rejectUnknown(line, reading.problem)
    const { listing, images } = reading
    if (ids.has(listing.id)) {
      counter.reject(line, { field: '_id', value: listing.id, reason: TWICE })
      return null
    }
    ids.add(listing.id)
    counter.noteValues(line, reading)
    const digest = listingDigest(listing, storable)
    return { line, listing, raw: storable, digest, photos: await keepPhotos(line, images) }
  }

  let { names } = context
  async function parse(record: RawRecord): Promise<RecordReading> {
    const { format } = file
    // Loading the names of stations takes half a second. Load them only if a record describes a
    // route in Japanese.
    if (!names && format === 'spec' && namesJapaneseWay(record)) names = await openAccessNames()
    return readRecord(record, { ...context, format, categories, names })
  }

  async function keepPhotos(line: number, names: string[]) {
    if (!photos) {
      counter.notePhotosNotFetched(names.length)
      return null
    }
    const found = await photos.keepAll(names)
    counter.notePhotos(line, found.photos.length, found)
    return found
  }

  return {
    batches: inBatches(entries()),
    ids,
    closed,
    get isCutOff() {
      return isCutOff
    },
    /** Whether some records could not be read, so that their ids are unknown. */
    get hasGaps() {
      return hasGaps
    },
  }
}

type RejectedProblem = Extract<RecordReading, { kind: 'rejected' }>['problem']

const TWICE =
  'also identifies an earlier record (by its _id, or else its id, or else its Reference URL)'
const TOO_DEEP = { value: '', reason: 'has lists and objects nested too deeply' }

async function* inBatches(entries: AsyncIterable<Entry>) {
  let batch: Entry[] = []
  let length = 0
  for await (const entry of entries) {
    batch.push(entry)
    length += entry.raw.json.length
    if (batch.length < MAX_ENTRIES && length < MAX_LENGTH) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}
