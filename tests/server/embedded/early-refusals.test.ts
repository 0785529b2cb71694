import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { listen, stopListening } from '#server/http/listen.ts'
import { startServer } from '#tests/support/server.ts'

/** Far more than the buffers of both sockets hold. */
const BODY_BYTES = 30_000_000
const PIECE = Buffer.alloc(1_000_000, 'a')

async function openServer() {
  const { services, addUser } = await startServer()
  const server = await listen(getRequestListener(createApp(services).fetch), {
    host: '127.0.0.1',
    port: 0,
  })
  onTestFinished(() => stopListening(server))
  return { port: Object(server.address()).port as number, user: await addUser() }
}

/** Sends a whole request before reading the response, as browsers do. */
async function sendWhole(port: number, target: string, headers: Record<string, string>) {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  const lines = Object.entries({ host: 'localhost', 'content-length': BODY_BYTES, ...headers })
  socket.write(`${target} HTTP/1.1\r\n`)
  for (const [name, value] of lines) socket.write(`${name}: ${value}\r\n`)
  socket.write('\r\n')
  for (let sent = 0; sent < BODY_BYTES; sent += PIECE.length) {
    if (!socket.write(PIECE)) await once(socket, 'drain')
  }
  socket.end()
  return text(socket)
}

test.each([
  ['a form that is too large', 'POST /v1/auth/login', 'application/x-www-form-urlencoded', 413],
  ['a body without a session', 'POST /v1/notes/changes', 'application/json', 401],
  [
    'a picture that is too large',
    'PUT /v1/auth/me/profile-picture',
    'multipart/form-data; boundary=x',
    413,
  ],
  ['a body to an unknown address', 'POST /v1/nothing', 'application/json', 404],
])(
  'a client that sends %s receives the whole refusal, however it ends the connection',
  async (_, target, type, status) => {
    const { port, user } = await openServer()
    for (const connection of ['close', 'keep-alive']) {
      const answer = await sendWhole(port, target, {
        ...{ connection, 'content-type': type },
        ...(status === 413 && { authorization: `Bearer ${user.token}` }),
      })
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer).toContain('{"detail":"')
    }
  },
)

test('a client that waits for the response before it sends its body receives the refusal at once', async () => {
  const { port } = await openServer()
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(
    `POST /v1/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`,
  )
  const [first] = await once(socket, 'data')
  expect(String(first)).toMatch(/^HTTP\/1.1 413 /)
  socket.destroy()
})
