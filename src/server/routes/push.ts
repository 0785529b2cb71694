import { getPushState, registerPush, unregisterPush } from '#contract/push.ts'
import type { Caller } from '#server/auth/sessions.ts'
import type { Serve } from '#server/http/serve.ts'
import { readPushKeys, recipientOf } from '#server/push/push-keys.ts'
import { isRegistered, registerDevice, unregisterDevice } from '#server/push/push-subscriptions.ts'
import type { Services } from '../services.ts'

export function pushRoutes(serve: Serve, services: Services) {
  const { db } = services

  async function answer(caller: Caller) {
    const keys = await readPushKeys(db)
    return {
      public_key: keys.publicKey,
      is_registered: await isRegistered(db, caller),
      recipient: recipientOf(keys, caller.user.id),
    }
  }

  serve(getPushState, ({ caller }) => answer(caller))

  serve(registerPush, async ({ caller, input }) => {
    await registerDevice(services, caller, input)
    return answer(caller)
  })

  serve(unregisterPush, async ({ caller }) => {
    await unregisterDevice(db, caller)
    return answer(caller)
  })
}
