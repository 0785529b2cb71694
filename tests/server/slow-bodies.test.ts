import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { allowSlowBody, listen, stopListening } from '#server/listen.ts'

/** A server that gives a body a moment, and an hour at `/file`. */
async function startPatientServer() {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/form', async (c) => c.text(await c.req.text()))
  app.post('/file', async (c) => {
    allowSlowBody(c.env.incoming, 3_600_000)
    return c.text(await c.req.text())
  })
  app.onError((_, c) => c.body(null, 400))
  const answer = getRequestListener(app.fetch)
  const server = await listen(answer, { host: '127.0.0.1', port: 0, bodyTime: 500 })
  onTestFinished(() => stopListening(server))
  return Object(server.address()).port as number
}

/** Begins to send ten bytes, and waits until the server has heard of it. */
async function send(port: number, path: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 10\r\n\r\nhello`,
  )
  return socket
}

test('a body that does not come is not waited for, unless it is a file that takes its time (check 55)', async () => {
  const port = await startPatientServer()
  const file = await send(port, '/file')
  const form = await send(port, '/form')
  expect(await text(form).catch(() => '')).toBe('')
  file.write('world')
  expect(await text(file)).toMatch(/helloworld$/)
})
