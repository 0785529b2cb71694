import { getAccount } from '#contract/account.ts'
import { toAccount } from '../accounts.ts'
import type { Serve } from '../http.ts'
import { renewedOrEnded } from '../payments/ended.ts'
import type { Services } from '../services.ts'

export function accountRoutes(serve: Serve, services: Services) {
  serve(getAccount, async ({ caller: { user, subscription } }) =>
    toAccount({ user, subscription: await renewedOrEnded(services, subscription) }),
  )
}
