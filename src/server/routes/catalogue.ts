import { getCatalogue, getCatalogueBlock } from '#contract/catalogue.ts'
import { countDownload } from '#server/catalogue/download-budget.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { StoredBrotli } from '#server/http/output.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Services } from '../services.ts'

/** How long a device waits for the first edition, in seconds. */
const RETRY_S = 60

/** Serves the catalogue for devices of subscribers. */
export function catalogueRoutes(serve: Serve, services: Services) {
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
    const { revision, madeAt, parts } = (await current()).edition
    return {
      ...{ revision, made_at: madeAt.toISOString(), parts },
      newest_revision: await services.catalogue.revision(),
      rates: services.rates.current(),
    }
  })

  serve(getCatalogueBlock, async ({ input: { hash }, caller }) => {
    const { edition, read } = await current()
    const brotli = await read(hash)
    if (!brotli) throw new Refusal(404, 'This part of the catalogue has changed')
    await countDownload(services, { caller, bytes: brotli.length, parts: edition.parts })
    return new StoredBrotli(new Uint8Array(brotli), 'application/octet-stream')
  })
}
