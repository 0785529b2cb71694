import * as contract from '#contract/duplicates.ts'
import { decideDuplicate } from '#server/duplicates/decide-duplicate.ts'
import { listDuplicates } from '#server/duplicates/list-duplicates.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Services } from '../services.ts'

export function duplicateRoutes(serve: Serve, services: Services) {
  serve(contract.listDuplicates, ({ input }) => listDuplicates(services.db, input))

  serve(contract.decideDuplicate, async ({ input, caller: { user }, ip }) => {
    await decideDuplicate(services, { ...input, actor: { user, ip } })
    services.catalogue.changed()
    return {}
  })
}
