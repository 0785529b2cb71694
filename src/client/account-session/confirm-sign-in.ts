import { mutationOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import type { SecondStep } from '#contract/auth.ts'
import * as contract from '#contract/second-factor.ts'
import { openSession } from './login.ts'

/** Finishes a sign-in with a code of the authenticator app, or with a recovery code. */
export const confirmByCode = mutationOptions({
  mutationFn: async (input: z.input<typeof contract.confirmSignIn.input>, { client }) =>
    openSession(client, await call(contract.confirmSignIn, input)),
})

/** Asks the browser for a passkey, and finishes the sign-in with it. */
export const confirmByPasskey = mutationOptions({
  mutationFn: async ({ sign_in, passkey }: SecondStep, { client }) => {
    if (!passkey) throw new Error('The account has no passkey')
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const { id, response } = await startAuthentication({
      optionsJSON: {
        challenge: passkey.challenge,
        rpId: passkey.rp_id,
        allowCredentials: passkey.credentials.map(({ id, transports }) => ({
          ...{ id, transports, type: 'public-key' },
        })),
        userVerification: 'required',
      },
    })
    const answer = {
      credential_id: id,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
    }
    await openSession(client, await call(contract.confirmSignIn, { sign_in, ...answer }))
  },
})
