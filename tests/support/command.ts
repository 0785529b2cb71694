import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { TYPESCRIPT_OPTIONS } from './node-options.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface CommandOptions {
  env: NodeJS.ProcessEnv
  /** The text for standard input. */
  input?: string
}

/** Runs one of our commands as a person would. Resolves with its output and exit code. */
export async function runCommand(
  file: string,
  args: string[],
  { env, input = '' }: CommandOptions,
) {
  const child = spawn(process.execPath, [...TYPESCRIPT_OPTIONS, file, ...args], { cwd: ROOT, env })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    output.stdout += text
  })
  child.stderr.on('data', (text) => {
    output.stderr += text
  })
  child.stdin.on('error', () => {}) // The process may close standard input before it has read everything.
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, ...output }
}
