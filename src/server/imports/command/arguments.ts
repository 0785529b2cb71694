import { parseArgs } from 'node:util'
import {
  LINKS_CATEGORIES,
  type LinksCategory,
  readAsOf,
  readSourceName,
} from '#contract/imports.ts'
import { SAMPLE_SOURCE } from '#server/db/schema.ts'
import { UsageError } from '#server/errors/operator-error.ts'
import type { ImportOptions } from '../import-listings.ts'

export const USAGE = `Usage: npm run import -- FILE [options]

Adds the listings of FILE to the catalogue. Use - for standard input.
The file is a table in CSV, Excel (.xlsx), JSON, JSON Lines or GeoJSON with the
fields of a listing ("_id", "Property Location", "Sale Price", …), or the open data
of Japan's national akiya bank (CSV). It may be compressed with gzip, or be a ZIP
archive with the table and the photos that it names. Importing a file again updates
only what has changed.

npm run import -- places FILE… replaces the places of Japan: places --help says how.
npm run import -- contacts FILE saves whom to ask in municipalities: contacts --help.

Options
  --format auto|spec|links  the format of the file; detected by default
  --mapping FILE            a JSON file that says which column is which field:
                            docs/import.md describes it
  --source NAME             where the listings come from; to update the listings
                            of a source, import again with the same source
  --as-of DATE              the day of the source's data, such as 2025-03-31; shown
                            with every listing
  --photos DIR              the folder with the photos that the listings name
  --jpy-per-usd N           yen per US dollar, for prices in yen
  --full                    the file is complete: withdraw all other listings of
                            the same source
  --category NAMES          which akiya bank offers to import, separated by
                            commas: ${LINKS_CATEGORIES.join(', ')}
                            or all; house by default
  --rents                   import houses that are only for rent too; of the akiya
                            bank, --category chooses them
  --keep-samples            keep the sample houses
  --dry-run                 report the result, but write nothing
  --help                    show this
`

export interface Command extends Omit<ImportOptions, 'mapping'> {
  /** The path of the file to import, or `-` for standard input. */
  file: string
  keepSamples: boolean
  mappingFile: string | undefined
}

/**
 * Parses the command line; null for `--help`.
 * @throws {UsageError} if the arguments are not those of the command.
 */
export function readArguments(args: string[], defaults: { jpyPerUsd: number }): Command | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [file, ...others] = positionals
  if (file === undefined) throw new UsageError('Name the file to import, or - for standard input')
  if (others.length > 0) throw new UsageError('One file can be imported at a time')
  return {
    file,
    format: readFormat(values.format),
    mappingFile: values.mapping,
    source: readSource(values.source),
    asOf: readDay(values['as-of']),
    photos: values.photos,
    jpyPerUsd: readRate(values['jpy-per-usd'], defaults.jpyPerUsd),
    full: values.full,
    dryRun: values['dry-run'],
    keepSamples: values['keep-samples'],
    rents: values.rents,
    categories: readCategories(values.category),
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { ...text, default: 'auto' },
        source: text,
        mapping: text,
        'as-of': text,
        photos: text,
        'jpy-per-usd': text,
        category: { ...text, default: 'house' },
        full: flag,
        'keep-samples': flag,
        rents: flag,
        'dry-run': flag,
        help: flag,
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readFormat(format: string) {
  if (format === 'auto' || format === 'spec' || format === 'links') return format
  throw new UsageError('--format is auto, spec or links')
}

function readSource(source: string | undefined) {
  if (source === undefined) return undefined
  const name = readSourceName(source)
  if (name === null) {
    throw new UsageError('--source is a name of at most 100 characters')
  }
  if (name === SAMPLE_SOURCE) {
    throw new UsageError(
      `--source cannot be ${SAMPLE_SOURCE}: this name is reserved for the sample houses`,
    )
  }
  return name
}

function readDay(text: string | undefined) {
  if (text === undefined) return undefined
  const day = readAsOf(text, new Date())
  if (day === null) throw new UsageError('--as-of is a past day, such as 2025-03-31')
  return day
}

function readRate(text: string | undefined, fallback: number) {
  if (text === undefined) return fallback
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (rate >= 1 && rate <= 10_000) return rate
  throw new UsageError('--jpy-per-usd is a number from 1 to 10000, such as 150')
}

function readCategories(text: string): readonly LinksCategory[] {
  if (text === 'all') return LINKS_CATEGORIES
  return text.split(',').map((name) => {
    const category = LINKS_CATEGORIES.find((known) => known === name.trim())
    if (category) return category
    throw new UsageError(`--category is all, or some of ${LINKS_CATEGORIES.join(', ')}`)
  })
}
