import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const ORIGIN = 'https://engawa.example'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** How a dishonest page or device differs from an honest one. */
interface Deviation {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
}

/** A device with one passkey, which answers as a browser does (Web Authentication, level 3). */
export function passkeyDevice() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')

  return {
    id,

    /** The response to the creation of the passkey. */
    create(challenge: string, deviation: Deviation = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = isoCBOR.encode(
        // The COSE labels: key type EC2, algorithm ES256, curve P-256, and the coordinates.
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const data = authenticatorData(deviation, credential)
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, never>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', data],
        ]),
      )
      return {
        credential_id: id,
        client_data: clientData('webauthn.create', challenge, deviation),
        attestation: Buffer.from(attestation).toString('base64url'),
        transports: 'internal',
      }
    },

    /** The response to a sign-in. */
    answer(challenge: string, deviation: Deviation = {}) {
      const client_data = clientData('webauthn.get', challenge, deviation)
      const data = authenticatorData(deviation)
      const signed = Buffer.concat([data, sha256(Buffer.from(client_data, 'base64url'))])
      return {
        credential_id: id,
        client_data,
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
    },
  }
}

function authenticatorData(
  { rpId = new URL(ORIGIN).hostname, isVerified = true, counter = 0 }: Deviation,
  credential?: Buffer,
) {
  const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0)
  const end = Buffer.alloc(5)
  end.writeUInt8(flags)
  end.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(Buffer.from(rpId)), end, credential ?? Buffer.alloc(0)])
}

function clientData(type: string, challenge: string, { origin = ORIGIN }: Deviation) {
  const data = JSON.stringify({ type, challenge, origin, crossOrigin: false })
  return Buffer.from(data).toString('base64url')
}

function sha256(data: Buffer) {
  return createHash('sha256').update(data).digest()
}
