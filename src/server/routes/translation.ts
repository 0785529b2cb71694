import { getTranslator, translateRemarks } from '#contract/translation.ts'
import { countAttempts } from '#server/auth/rate-limits.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Serve } from '#server/http/serve.ts'
import { findListing } from '#server/listings/find-listing.ts'
import type { Services } from '../services.ts'

export function translationRoutes(serve: Serve, { db, translator, now }: Services) {
  serve(getTranslator, async () => ({ available: translator !== null }))

  serve(translateRemarks, async ({ input, caller }) => {
    const userId = caller.user.id
    const listing = await findListing(db, input.id, caller)
    if (!listing) throw new Refusal(404, 'Listing not found or not accessible.')
    if (!translator) throw new Refusal(404, 'This site has no translation service.')
    if (!listing.remarks) throw new Refusal(404, 'This house has no remarks.')
    return translator.translate(listing.remarks, () =>
      countAttempts(db, [{ limit: 'translationOfPerson', userId }], now()),
    )
  })
}
