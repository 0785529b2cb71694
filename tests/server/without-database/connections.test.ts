import { once } from 'node:events'
import { type BlockList, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { allowSlowBody, listen, stopListening } from '#server/http/listen.ts'
import { readNetworks } from '#server/network/client-address.ts'

/**
 * Starts a server with short timeouts for headers and bodies, and an hour for the body at `/file`.
 */
async function startServerWithTimeouts() {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/form', async (c) => c.text(await c.req.text()))
  app.post('/file', async (c) => {
    allowSlowBody(c.env.incoming, 3_600_000)
    return c.text(await c.req.text())
  })
  app.onError((_, c) => c.body(null, 400))
  const server = await listen(getRequestListener(app.fetch), {
    host: '127.0.0.1',
    port: 0,
    headersTimeoutMs: 500,
    bodyTimeoutMs: 500,
  })
  onTestFinished(() => stopListening(server))
  return Object(server.address()).port as number
}

/** Opens a connection and sends only the beginning of a request. */
async function sendPartially(port: number, partialRequest: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(partialRequest)
  return socket
}

const TEN_BYTES = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 10\r\n\r\n'

test('a request times out if its body stalls, unless the request uploads a file (check 55)', async () => {
  const port = await startServerWithTimeouts()
  const file = await sendPartially(port, `POST /file ${TEN_BYTES}hello`)
  const form = await sendPartially(port, `POST /form ${TEN_BYTES}hello`)
  expect(await text(form).catch(() => '')).toBe('')
  file.write('world')
  expect(await text(file)).toMatch(/helloworld$/)
})

test('three hundred slow connections are closed, while others are served (check 55)', async () => {
  const port = await startServerWithTimeouts()
  const partialRequests = ['', 'GET / HTTP/1.1\r\nX-Slow: ', `POST /form ${TEN_BYTES}`]
  const slow: Socket[] = []
  const cut: Promise<void>[] = []
  for (let index = 0; index < 300; index++) {
    const socket = await sendPartially(port, partialRequests[index % 3] ?? '')
    cut.push(new Promise((resolve) => socket.resume().once('close', () => resolve())))
    slow.push(socket)
  }
  // Sending a byte now and then does not keep a connection open.
  const dripping = setInterval(() => {
    for (const [index, socket] of slow.entries()) {
      if (index % 3 === 1 && socket.writable) socket.write('a')
    }
  }, 50)
  onTestFinished(() => clearInterval(dripping))

  const served = await sendPartially(port, `POST /form ${TEN_BYTES}helloworld`)
  expect(await text(served)).toMatch(/helloworld$/)
  await Promise.all(cut)
})

/** Opens `count` connections from this local address. */
async function connections(port: number, count: number, from = '127.0.0.1') {
  const sockets: Socket[] = []
  for (let index = 0; index < count; index++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => {})
    await once(socket, 'connect')
    sockets.push(socket.resume())
  }
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return sockets
}

async function isServed(socket: Socket) {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [answer] = await Promise.race([
    once(socket, 'data'),
    once(socket, 'close').then(() => ['']),
  ])
  return String(answer).startsWith('HTTP/1.1 ')
}

const listening = async (proxies?: BlockList) => {
  const server = await listen((_, response) => response.end(), {
    host: '127.0.0.1',
    port: 0,
    ...(proxies && { trustedProxies: proxies }),
  })
  onTestFinished(() => stopListening(server))
  return Object(server.address()).port as number
}

test('one address can hold 500 connections, while others are served (check 55)', async () => {
  const port = await listening()
  const own = await connections(port, 501)
  expect(await isServed(own[500] as Socket)).toBe(false)
  expect(await isServed(own[499] as Socket)).toBe(true)
  const [other] = await connections(port, 1, '127.0.0.2')
  expect(await isServed(other as Socket)).toBe(true)

  own[0]?.destroy()
  await vi.waitFor(async () => {
    const [next] = await connections(port, 1)
    expect(await isServed(next as Socket)).toBe(true)
  })
})

test('a trusted proxy can hold as many connections as the server allows (check 55)', async () => {
  const port = await listening(readNetworks('127.0.0.1') ?? undefined)
  const sockets = await connections(port, 501)
  expect(await isServed(sockets[500] as Socket)).toBe(true)
})

test('the server refuses a chunked body and does not read the rest (check 55)', async () => {
  const port = await startServerWithTimeouts()
  const chunked = 'HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  const socket = await sendPartially(port, `POST /file ${chunked}1\r\na\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 411 /)
  expect(socket.destroyed).toBe(true)
})

test('headers time out after 10 seconds, idle connections after 65, and at most 2,000 connections are open (check 55)', async () => {
  const server = await listen(() => {}, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => stopListening(server))
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    keepAliveTimeout: 65_000,
    maxConnections: 2000,
  })
})

test('headers larger than 16 KB are refused (checks 11, 55)', async () => {
  const port = await startServerWithTimeouts()
  const long = await sendPartially(
    port,
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`,
  )
  expect(await text(long)).toMatch(/^HTTP\/1\.1 431 /)
})
