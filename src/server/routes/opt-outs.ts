import * as contract from '#contract/opt-outs.ts'
import type { Serve } from '#server/http/serve.ts'
import { listOptOuts, previewOptOut, setOptOut } from '#server/opt-outs/opt-outs.ts'
import type { Services } from '../services.ts'

export function optOutRoutes(serve: Serve, services: Services) {
  serve(contract.listOptOuts, () => listOptOuts(services.db))

  serve(contract.previewOptOut, ({ input }) => previewOptOut(services.db, input))

  serve(contract.setOptOut, async ({ input, caller: { user }, ip }) => {
    const { opted_out: optedOut, ...change } = input
    const house_count = await setOptOut(services, { ...change, optedOut, actor: { user, ip } })
    services.catalogue.changed()
    return { house_count }
  })
}
