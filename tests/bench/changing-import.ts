import { register } from 'node:module'

/*
 * Imports the same houses again and again, each time with other prices and facts. The parent process
 * sends the number of each import, and receives its processor time in milliseconds. With the argument
 * `without`, the modules of the history are replaced before any other module is loaded.
 */

const COUNT = 1_500

if (process.argv[2] === 'without') {
  const stub = new URL('./without-history.ts', import.meta.url).href
  const resolve = `export const resolve = (specifier, context, next) =>
    next(specifier.startsWith('#server/history/') ? '${stub}' : specifier, context)`
  register(`data:text/javascript,${encodeURIComponent(resolve)}`)
}

const { openDatabase } = await import('#server/db/database.ts')
const { preparePlaces } = await import('#server/places/stored-places.ts')
const { generateListings } = await import('#tests/support/generated-listings.ts')
const { importInto } = await import('#tests/support/imports.ts')
const { temporaryDirectory } = await import('#tests/support/product.ts')
const { toLine } = await import('./import.ts')
const { processorTime } = await import('./measurement.ts')

const rows = [...generateListings(COUNT)]
const { db } = await openDatabase({ directory: temporaryDirectory() })
await preparePlaces(db, new Date())

/** The file of an import. The number of the import changes each house's price and facts. */
function fileOf(number: number) {
  return rows
    .map((row) =>
      toLine({
        ...row,
        priceYen: (row.priceYen ?? 5_000_000) + number * 10_000,
        remarks: `${row.remarks}${number}`,
        landArea: 200 + number,
      }),
    )
    .join('\n')
}

async function importOnce(number: number) {
  const { report } = await importInto(db, fileOf(number), { source: 'generated' })
  if (report.changed !== (number === 0 ? 0 : COUNT)) throw new Error('Some houses did not change')
}

const first = await processorTime(() => importOnce(0))
process.on('message', async (number: number) => {
  process.send?.(await processorTime(() => importOnce(number)))
})
process.send?.(first)
