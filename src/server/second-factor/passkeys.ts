import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { addPasskey, confirmSignIn } from '#contract/second-factor.ts'
import type { UserRow } from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { passkeys } from '#server/db/schema.ts'

/** COSE numbers of the signature algorithms, in the order of preference: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257]

export type NewPasskey = z.output<typeof addPasskey.input>
export type PasskeyAnswer = Extract<z.output<typeof confirmSignIn.input>, { signature: string }>
type PasskeyRow = typeof passkeys.$inferSelect

export function newChallenge() {
  return randomBytes(32).toString('base64url')
}

/** The domain to which passkeys belong. It comes from the configuration, never from a request. */
export function rpIdOf(siteUrl: string) {
  return new URL(siteUrl).hostname
}

export function passkeysOf(db: Database | Transaction, { id }: Pick<UserRow, 'id'>) {
  return db.select().from(passkeys).where(eq(passkeys.userId, id)).orderBy(asc(passkeys.createdAt))
}

export function toReference({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports }
}

/**
 * Loads the code that checks passkeys. The code is large, and most servers rarely need it, so it is
 * not loaded at the start. Call this before a transaction, which would otherwise wait for the code.
 */
export async function openPasskeyChecks(siteUrl: string) {
  const { verifyAuthenticationResponse, verifyRegistrationResponse } = await import(
    '@simplewebauthn/server'
  )
  const expected = {
    expectedOrigin: new URL(siteUrl).origin,
    expectedRPID: rpIdOf(siteUrl),
    // A passkey alone must prove that its owner is there: by fingerprint, face or PIN.
    requireUserVerification: true,
  }

  return {
    /** The new passkey's public key and counter. Null if the passkey was not made for `challenge`. */
    async readNewPasskey(created: NewPasskey, challenge: string) {
      const { credential_id: id, client_data, attestation, transports } = created
      const response = { clientDataJSON: client_data, attestationObject: attestation, transports }
      const checked = await verifyRegistrationResponse({
        ...expected,
        response: { ...envelope(id), response },
        expectedChallenge: challenge,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => null)
      return checked?.verified ? checked.registrationInfo.credential : null
    },

    /**
     * The new counter of the passkey. Null if the passkey did not sign `challenge`, or if its
     * counter shows that the passkey was copied.
     */
    async readCounter(answer: PasskeyAnswer, passkey: PasskeyRow, challenge: string) {
      const response = {
        clientDataJSON: answer.client_data,
        authenticatorData: answer.authenticator_data,
        signature: answer.signature,
      }
      const { credentialId: id, publicKey, counter } = passkey
      const checked = await verifyAuthenticationResponse({
        ...expected,
        response: { ...envelope(answer.credential_id), response },
        expectedChallenge: challenge,
        credential: { id, publicKey: new Uint8Array(publicKey), counter },
      }).catch(() => null)
      return checked?.verified ? checked.authenticationInfo.newCounter : null
    },
  }
}

/** The fields of every response by WebAuthn that the check expects around the signed data. */
function envelope(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}
