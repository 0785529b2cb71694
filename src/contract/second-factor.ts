import * as z from 'zod/mini'
import { SignedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Password } from './fields.ts'
import { CREDENTIAL_TRANSPORTS, CredentialReference } from './passkeys.ts'
import { Timestamp } from './values.ts'

/** How many recovery codes an account gets at a time. */
export const RECOVERY_CODE_COUNT = 10

/** Base64url texts of WebAuthn. The longest one is the attestation of a security key. */
const base64url = (maxLength: number) =>
  z
    .string('The passkey is not valid')
    .check(
      z.maxLength(maxLength, 'The passkey is not valid'),
      z.regex(/^[\w-]+$/, 'The passkey is not valid'),
    )

const AUTHENTICATOR_CODE_RULE = 'Enter the 6 digits that your authenticator app shows.'
/** Exactly six ASCII digits. Digits of other scripts are refused. */
export const AuthenticatorCode = z
  .string(AUTHENTICATOR_CODE_RULE)
  .check(z.regex(/^[0-9]{6}$/, AUTHENTICATOR_CODE_RULE))

const RECOVERY_CODE_RULE = 'Enter a whole recovery code: 24 letters and digits.'
/** A recovery code without the spaces and hyphens that people type. */
export const RecoveryCode = z
  .pipe(
    z.string(RECOVERY_CODE_RULE).check(z.maxLength(100, RECOVERY_CODE_RULE)),
    z.transform((text) => text.toLowerCase().replaceAll(/[\s-]/g, '')),
  )
  .check(z.refine((text) => /^[a-z0-9]{24}$/.test(text), RECOVERY_CODE_RULE))

const SignInToken = z
  .string('The sign-in is not valid')
  .check(z.regex(/^[\w-]{43}$/, 'The sign-in is not valid'))

/**
 * Finishes a sign-in with a second factor: a code of the authenticator app, a recovery code, or a
 * passkey. `sign_in` comes from the response of `login`.
 */
export const confirmSignIn = endpoint({
  method: 'POST',
  path: '/auth/login/second-step',
  access: 'public',
  failure: 'Login failed',
  input: z.union([
    z.strictObject({ sign_in: SignInToken, code: AuthenticatorCode }),
    z.strictObject({ sign_in: SignInToken, recovery_code: RecoveryCode }),
    z.strictObject({
      sign_in: SignInToken,
      credential_id: base64url(1400),
      client_data: base64url(2000),
      authenticator_data: base64url(2000),
      signature: base64url(2000),
    }),
  ]),
  output: SignedIn,
})

/** The transports of a passkey, separated by commas. Unknown ones are dropped. */
const Transports = z.pipe(
  z.string('The passkey is not valid').check(z.maxLength(200, 'The passkey is not valid')),
  z.transform((text) => {
    const named = text.split(',')
    return CREDENTIAL_TRANSPORTS.filter((transport) => named.includes(transport))
  }),
)

const Passkey = z.object({
  id: z.string(),
  /** The device on which the passkey was created, such as `Chrome on Android`. */
  device: z.string(),
  created_at: Timestamp,
  last_used_at: z.nullable(Timestamp),
})

/** The caller's second factors. Contains no secret. */
export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/auth/second-factor',
  access: 'user',
  input: z.object({}),
  output: z.object({
    /** Whether the account needs a second factor for the endpoints of administrators. */
    is_required: z.boolean(),
    passkeys: z.array(Passkey),
    authenticator: z.nullable(
      z.object({ created_at: Timestamp, last_used_at: z.nullable(Timestamp) }),
    ),
    recovery_codes: z.int(),
  }),
})
export type SecondFactor = z.output<typeof getSecondFactor.output>

/** New recovery codes, which no later response contains. Null if the existing codes stay valid. */
const NewCodes = z.object({ recovery_codes: z.nullable(z.array(z.string())) })

/** Begins to add a passkey. The response has what the browser needs to create the passkey. */
export const startPasskey = endpoint({
  method: 'POST',
  path: '/auth/second-factor/passkeys/start',
  access: 'user',
  input: z.strictObject({ password: Password }),
  output: z.object({
    challenge: z.string(),
    rp_id: z.string(),
    /** Names the account to the authenticator. */
    user_handle: z.string(),
    email: z.string(),
    name: z.string(),
    /** COSE numbers of the signature algorithms, in the order of preference. */
    algorithms: z.array(z.int()),
    /** The passkeys that the account has already. */
    existing: z.array(CredentialReference),
  }),
})

/** Adds the passkey that the browser has created for the challenge of `startPasskey`. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/second-factor/passkeys',
  access: 'user',
  input: z.strictObject({
    credential_id: base64url(1400),
    client_data: base64url(2000),
    attestation: base64url(20_000),
    transports: Transports,
  }),
  output: NewCodes,
})

/** Begins to add an authenticator app. The response has the secret that the app stores. */
export const startAuthenticator = endpoint({
  method: 'POST',
  path: '/auth/second-factor/authenticator/start',
  access: 'user',
  input: z.strictObject({ password: Password }),
  output: z.object({
    /** The secret in base32, to type into an app. */
    secret: z.string(),
    /** The same secret as an `otpauth:` URI, to show as a QR code. */
    uri: z.string(),
  }),
})

/** Adds the authenticator app that shows `code`. Replaces an earlier app. */
export const addAuthenticator = endpoint({
  method: 'POST',
  path: '/auth/second-factor/authenticator',
  access: 'user',
  input: z.strictObject({ code: AuthenticatorCode }),
  output: NewCodes,
})

/** Removes a passkey by its id, or the authenticator app. */
export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor/remove',
  access: 'user',
  input: z.strictObject({
    factor: z.union(
      [z.literal('authenticator'), z.uuid('The factor is not valid')],
      'The factor is not valid',
    ),
    password: Password,
  }),
  output: z.object({}),
})

/** Replaces all recovery codes, used or not, with new ones. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  access: 'user',
  input: z.strictObject({ password: Password }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
})
