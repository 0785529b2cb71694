import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { BUILT_SERVER } from './built-server.ts'
import { NODE_OPTIONS } from './node-options.ts'

/** Starts the built server in its own process, on any free port, without building the client. */
export function spawnServer(variables: Record<string, string>) {
  const process_ = spawn(process.execPath, [...NODE_OPTIONS, BUILT_SERVER], {
    env: { PATH: process.env.PATH, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  process_.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  process_.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const exited = once(process_, 'close').then(([code]) => ({ code, ...output }))

  return {
    signal: (signal: NodeJS.Signals) => process_.kill(signal),
    /** Resolves with the exit code and the output. */
    exited,
    /** Resolves with the port when the server has printed its address. */
    async started() {
      for (;;) {
        const [, port] = output.out.match(/http:\/\/localhost:(\d+)/) ?? []
        if (port) return { port: Number(port), output: output.out }
        await Promise.race([once(process_.stdout, 'data'), exited.then(failedToStart)])
      }
    },

    /** Resolves when the server has printed to standard error. */
    async untilErrorPrinted() {
      if (output.err === '') await once(process_.stderr, 'data')
    },
  }
}

function failedToStart({ err }: { err: string }): never {
  throw new Error(`The server did not start:\n${err}`)
}
