import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Answer } from './bare-server.ts'

const BARE_SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url))

/**
 * Sends a request on this machine with as little overhead as possible. Any status except 200
 * throws.
 */
export async function fetchResponse({ body, ...options }: RequestOptions & { body?: string }) {
  const clientRequest = request({ host: '127.0.0.1', ...options }).end(body)
  const [response]: IncomingMessage[] = await once(clientRequest, 'response')
  const content = response && (await buffer(response))
  if (!content || response.statusCode !== 200) {
    throw new Error(`${options.path} was answered with ${response?.statusCode}`)
  }
  return { headers: response.headers, body: content }
}

/** Runs a bare server that sends `answers`. Stops it when `use` has finished. */
export async function withBareServer<T>(
  answers: Map<string, Answer>,
  use: (port: number) => Promise<T>,
) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', BARE_SERVER], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  try {
    child.send(answers)
    const [port]: number[] = await once(child, 'message')
    if (port === undefined) throw new Error('The bare server did not start')
    return await use(port)
  } finally {
    child.kill()
  }
}
