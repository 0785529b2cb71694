import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Long enough for a first start that builds the client on a busy machine. */
const START_TIMEOUT = 180_000

export interface DemoAccount {
  role: 'admin' | 'subscriber' | 'member'
  email: string
  password: string
}

export interface Product {
  origin: string
  directory: string
  accounts: DemoAccount[]
  output: () => string
  /** Ends it as a person at a terminal would, and resolves with the exit code. */
  stop: () => Promise<number | null>
}

export function temporaryDirectory() {
  return mkdtempSync(join(tmpdir(), 'engawa-'))
}

/** Runs `npm start`'s command as its own process; on a new data folder unless one is given. */
export async function startProduct({
  directory = temporaryDirectory(),
  env = {},
}: {
  directory?: string
  env?: Record<string, string>
} = {}): Promise<Product> {
  const port = await freePort()
  const child = spawn(process.execPath, ['start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', PORT: String(port), DATA_DIR: directory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const origin = `http://localhost:${port}`
  await untilReady(origin, child, () => output)

  return {
    origin,
    directory,
    accounts: readAccounts(output),
    output: () => output,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Runs `npm run import`'s command and resolves with what it printed. */
export async function runImport(directory: string, args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/import/cli.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', DATA_DIR: directory },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  child.stdin.end()
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

export function removeDirectory(directory: string) {
  rmSync(directory, { recursive: true, force: true })
}

async function untilReady(origin: string, child: ChildProcess, output: () => string) {
  const deadline = Date.now() + START_TIMEOUT
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product did not start:\n${output()}`)
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok && output().includes(origin)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`The product was not ready in time:\n${output()}`)
}

function readAccounts(output: string): DemoAccount[] {
  return [...output.matchAll(/^\s*(admin|subscriber|member)\s+(\S+@\S+)\s+(\S+)\s*$/gm)].map(
    ([, role, email = '', password = '']) => ({
      role: role as DemoAccount['role'],
      email,
      password,
    }),
  )
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port)
        else reject(new Error('No free port'))
      })
    })
  })
}
