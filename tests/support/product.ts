import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { DemoAccount } from '#server/users/demo-accounts.ts'
import { NODE_OPTIONS } from './node-options.ts'

const ROOT = join(import.meta.dirname, '../..')
/**
 * The timeout for a start. A first start also builds the client, which takes long on a busy
 * machine.
 */
const START_TIMEOUT_MS = 180_000

export interface Product {
  pid: number | undefined
  origin: string
  directory: string
  accounts: DemoAccount[]
  /** Stops the server as Ctrl-C in a terminal does. Resolves with the exit code. */
  stop: () => Promise<number | null>
}

export function temporaryDirectory() {
  return mkdtempSync(join(tmpdir(), 'engawa-'))
}

/** Runs the command of `npm start` in a new process. By default, the data folder is new too. */
export async function startProduct({
  directory = temporaryDirectory(),
  env = {},
}: {
  directory?: string
  env?: Record<string, string>
} = {}): Promise<Product> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, 'start.mjs'], {
    cwd: ROOT,
    // Do not encode AVIF copies. The encoding would slow down the browser on the same machine.
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: '0',
      DATA_DIR: directory,
      AVIF_COPIES: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const origin = await untilReady(child, output)

  return {
    pid: child.pid,
    origin,
    directory,
    accounts: readAccounts(output()),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Runs the server on a temporary data folder. Stops it when `use` has finished. */
export async function withProduct<T>(use: (product: Product) => Promise<T>) {
  const product = await startProduct()
  try {
    return await use(product)
  } finally {
    await product.stop()
    removeDirectory(product.directory)
  }
}

/** The demo account with the given role, as the server has printed it. */
export function accountOf({ accounts }: Pick<Product, 'accounts'>, role: DemoAccount['role']) {
  const account = accounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`The product printed no account of a ${role}`)
  return account
}

/** Runs the command of `npm run import`. Resolves with its output. */
export async function runImport(directory: string, args: string[]) {
  const child = spawn(process.execPath, [...NODE_OPTIONS, 'start.mjs', 'import', ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', DATA_DIR: directory },
  })
  const output = collectOutput(child)
  child.stdin.end()
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output: output() }
}

/** Runs `npm run sandbox` to advance the clock of the server whose data folder is `directory`. */
export async function advanceProduct(directory: string, time: string) {
  const child = spawn('npm', ['run', 'sandbox', '--', 'advance', ...time.split(' ')], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', DATA_DIR: directory },
  })
  const output = collectOutput(child)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The time was not moved on:\n${output()}`)
}

export function removeDirectory(directory: string) {
  rmSync(directory, { recursive: true, force: true })
}

/** Resolves with the printed address, once the server responds at this address. */
async function untilReady(child: ChildProcess, output: () => string) {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product did not start:\n${output()}`)
    const [origin] = output().match(/http:\/\/localhost:\d+(?=\s)/) ?? []
    const answer = origin ? await fetch(`${origin}/readyz`).catch(() => null) : null
    if (origin && answer?.ok) return origin
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`The product was not ready in time:\n${output()}`)
}

/** Everything that a process has printed so far. */
function collectOutput({ stdout, stderr }: { stdout: Readable; stderr: Readable }) {
  let output = ''
  for (const stream of [stdout, stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  return () => output
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
