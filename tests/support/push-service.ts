import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import { browserUrl, stopListening } from '#server/http/listen.ts'

/** `reset` closes the connection without an answer, and `hang` keeps it open without one. */
type Answer = { status: number; headers?: Record<string, string> } | 'reset' | 'hang'

/**
 * Starts a push service at which browsers can subscribe. It answers with `201`, or with what
 * `answer` returns, and records the requests.
 */
export async function startPushService() {
  const received: { path: string; headers: IncomingMessage['headers']; body: Buffer }[] = []
  const service = { answer: (_path: string): Answer => ({ status: 201 }) }
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    const answer = service.answer(path)
    if (answer === 'reset') request.socket.destroy()
    else if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => stopListening(http))
  const origin = browserUrl(http)

  return {
    origin,
    received,
    answerWith(answer: (path: string) => Answer) {
      service.answer = answer
    },
    /** Subscribes a browser. Its `messages` are the decrypted messages that have arrived. */
    subscribe(name: string = randomBytes(8).toString('hex')) {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const path = `/send/${name}`
      return {
        path,
        subscription: {
          endpoint: origin + path,
          p256dh: keys.getPublicKey('base64url'),
          auth: auth.toString('base64url'),
        },
        messages: () =>
          received
            .filter((request) => request.path === path)
            .map(({ body }) => JSON.parse(decrypt(body, { keys, auth }))),
      }
    },
  }
}

/** Decrypts a message as a browser does (RFC 8291 with the encoding `aes128gcm` of RFC 8188). */
function decrypt(
  body: Buffer,
  { keys, auth }: { keys: ReturnType<typeof createECDH>; auth: Buffer },
) {
  const salt = body.subarray(0, 16)
  const senderLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + senderLength)
  const encrypted = body.subarray(21 + senderLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derive(keys.computeSecret(sender), { salt: auth, info, length: 32 })
  const labelled = (label: string) => Buffer.from(`Content-Encoding: ${label}\0`)
  const key = derive(secret, { salt, info: labelled('aes128gcm'), length: 16 })
  const nonce = derive(secret, { salt, info: labelled('nonce'), length: 12 })
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(encrypted.subarray(-16))
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  // The last record ends with a delimiter of 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

function derive(
  secret: Buffer,
  { salt, info, length }: { salt: Buffer; info: Buffer; length: number },
) {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

/** Checks the VAPID header (RFC 8292), and returns what it states. */
export function readVapid(header = '') {
  const [, token = '', key = ''] = header.match(/^vapid t=([^,]+), ?k=(.+)$/) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256' },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return { key, isValid, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}
