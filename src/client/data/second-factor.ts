import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import * as contract from '#contract/second-factor.ts'
import { accountQuery } from './account.ts'
import { sessionsQuery } from './sessions.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(contract.getSecondFactor, {}, signal),
})

/**
 * Creates a passkey in the browser, and adds it to the account. Resolves with recovery codes if it
 * is the first second factor.
 */
export const addPasskey = mutationOptions({
  mutationFn: async (input: { password: string }, { client }) => {
    const start = await call(contract.startPasskey, input)
    const { startRegistration } = await import('@simplewebauthn/browser')
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge: start.challenge,
        rp: { id: start.rp_id, name: 'Engawa' },
        user: { id: start.user_handle, name: start.email, displayName: start.name },
        pubKeyCredParams: start.algorithms.map((alg) => ({ alg, type: 'public-key' })),
        excludeCredentials: start.existing.map(({ id, transports }) => ({
          ...{ id, transports, type: 'public-key' },
        })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      },
    })
    const { recovery_codes } = await call(contract.addPasskey, {
      credential_id: id,
      client_data: response.clientDataJSON,
      attestation: response.attestationObject,
      transports: (response.transports ?? []).join(','),
    })
    await refresh(client)
    return recovery_codes
  },
})

export const startAuthenticator = mutationOptions({
  mutationFn: (input: { password: string }) => call(contract.startAuthenticator, input),
})

/** Resolves with recovery codes if the authenticator app is the first second factor. */
export const addAuthenticator = mutationOptions({
  mutationFn: async (input: { code: string }, { client }) => {
    const { recovery_codes } = await call(contract.addAuthenticator, input)
    await refresh(client)
    return recovery_codes
  },
})

export const removeSecondFactor = mutationOptions({
  mutationFn: async (input: z.input<typeof contract.removeSecondFactor.input>, { client }) => {
    await call(contract.removeSecondFactor, input)
    await refresh(client)
  },
})

export const renewRecoveryCodes = mutationOptions({
  mutationFn: async (input: { password: string }, { client }) => {
    const { recovery_codes } = await call(contract.renewRecoveryCodes, input)
    await refresh(client)
    return recovery_codes
  },
})

/**
 * Fetches what a change of second factors changes: the list, the account, which says whether a
 * setup is needed, and the sessions, which the first second factor ends.
 */
async function refresh(client: QueryClient) {
  void client.invalidateQueries(sessionsQuery)
  await Promise.all([
    client.invalidateQueries(secondFactorQuery),
    client.invalidateQueries(accountQuery),
  ])
}
