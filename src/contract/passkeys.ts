import * as z from 'zod/mini'

/** How a browser reaches an authenticator, in the terms of WebAuthn. */
export const CREDENTIAL_TRANSPORTS = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const
export type CredentialTransport = (typeof CREDENTIAL_TRANSPORTS)[number]

/** One of the account's passkeys, by the id that the browser knows. */
export const CredentialReference = z.object({
  id: z.string(),
  transports: z.array(z.enum(CREDENTIAL_TRANSPORTS)),
})
