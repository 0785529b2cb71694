import * as contract from '#contract/second-factor.ts'
import type { Serve } from '#server/http/serve.ts'
import * as factors from '#server/second-factor/second-factors.ts'
import { confirmSecondStep } from '#server/second-factor/second-step.ts'
import type { Services } from '../services.ts'
import { readSignedIn } from './auth.ts'

export function secondFactorRoutes(serve: Serve, services: Services) {
  serve(contract.confirmSignIn, async ({ input, ip, userAgent }) => {
    const { user, token } = await confirmSecondStep(services, input, { ip, userAgent })
    return readSignedIn(services, user, token)
  })

  serve(contract.getSecondFactor, ({ caller }) => factors.readSecondFactor(services, caller))

  serve(contract.startPasskey, ({ caller, input: { password }, ip, userAgent }) =>
    factors.startPasskey(services, caller, { password, origin: { ip, userAgent } }),
  )

  serve(contract.addPasskey, async ({ caller, input: created, ip, userAgent }) => ({
    recovery_codes: await factors.addPasskey(services, caller, {
      created,
      origin: { ip, userAgent },
    }),
  }))

  serve(contract.startAuthenticator, ({ caller, input: { password }, ip, userAgent }) =>
    factors.startAuthenticator(services, caller, { password, origin: { ip, userAgent } }),
  )

  serve(contract.addAuthenticator, async ({ caller, input: { code }, ip, userAgent }) => ({
    recovery_codes: await factors.addAuthenticator(services, caller, {
      code,
      origin: { ip, userAgent },
    }),
  }))

  serve(contract.removeSecondFactor, async ({ caller, input, ip, userAgent }) => {
    await factors.removeSecondFactor(services, caller, { ...input, origin: { ip, userAgent } })
    return {}
  })

  serve(contract.renewRecoveryCodes, async ({ caller, input: { password }, ip, userAgent }) => ({
    recovery_codes: await factors.renewRecoveryCodes(services, caller, {
      password,
      origin: { ip, userAgent },
    }),
  }))
}
