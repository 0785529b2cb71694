import { getAccount } from '#contract/account.ts'
import { toAccount } from '../accounts.ts'
import type { Serve } from '../http.ts'

export function accountRoutes(serve: Serve) {
  serve(getAccount, async ({ caller }) => toAccount(caller))
}
