import { getCatalogue, getCatalogueBlock } from '#contract/catalogue.ts'
import { countDownload } from '#server/catalogue/download-budget.ts'
import { createCache } from '#server/concurrency/cache.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { JsonBytes, StoredBrotli } from '#server/http/output.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Services } from '../services.ts'

/** How long a device waits for the first edition, in seconds. */
const RETRY_S = 60
/** The size of the cache of indexes, which devices ask for at each start. */
const INDEX_CACHE_BYTES = 4 * 1024 * 1024

/** Serves the catalogue for devices of subscribers. */
export function catalogueRoutes(serve: Serve, services: Services) {
  const indexes = createCache<JsonBytes>(INDEX_CACHE_BYTES, ({ bytes }) => bytes.byteLength)

  async function current() {
    const { catalogueFile } = services
    if (!catalogueFile) throw new Refusal(404, 'This server gives devices no catalogue')
    const edition = await catalogueFile.current()
    if (edition) return { edition, read: catalogueFile.read }
    throw new Refusal(
      503,
      'The catalogue for devices is being made. Please try again in a minute.',
      {
        retryAfter: RETRY_S,
      },
    )
  }

  serve(getCatalogue, async () => {
    const { edition } = await current()
    const newest_revision = await services.catalogue.revision()
    const rates = services.rates.current()
    const madeAt = edition.madeAt.toISOString()
    const { id, revision, parts } = edition
    return indexes.get(JSON.stringify([id, madeAt, newest_revision, rates]), async () => {
      const index = { revision, newest_revision, made_at: madeAt, parts, rates }
      return JsonBytes.of(getCatalogue.output.parse(index))
    })
  })

  serve(getCatalogueBlock, async ({ input: { hash }, caller }) => {
    const { edition, read } = await current()
    const brotli = await read(hash)
    if (!brotli) throw new Refusal(404, 'This part of the catalogue has changed')
    await countDownload(services, { caller, bytes: brotli.length, parts: edition.parts })
    return new StoredBrotli(new Uint8Array(brotli), 'application/octet-stream')
  })
}
