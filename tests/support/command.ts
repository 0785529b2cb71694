import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Surroundings {
  env: NodeJS.ProcessEnv
  /** What is typed or piped in. */
  input?: string
}

/** Runs a command of ours as a person would, and resolves with what it printed and its exit code. */
export async function runCommand(file: string, args: string[], { env, input = '' }: Surroundings) {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { cwd: ROOT, env })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    output.stdout += text
  })
  child.stderr.on('data', (text) => {
    output.stderr += text
  })
  child.stdin.on('error', () => {}) // It may be closed before everything is read.
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, ...output }
}
