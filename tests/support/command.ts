import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '#server/root.ts'
import { NODE_OPTIONS, TYPESCRIPT_OPTIONS } from './node-options.ts'

interface CommandOptions {
  env: NodeJS.ProcessEnv
  /** The text for standard input. */
  input?: string
}

/** Runs one of our commands from the build, as `npm run` does. Resolves with its output and exit code. */
export function runCommand(command: string, args: string[], options: CommandOptions) {
  return run([...NODE_OPTIONS, 'start.mjs', command, ...args], options)
}

/** Runs a TypeScript file in its own process. Resolves with its output and exit code. */
export function runScript(file: string, args: string[], options: CommandOptions) {
  return run([...TYPESCRIPT_OPTIONS, file, ...args], options)
}

async function run(args: string[], { env, input = '' }: CommandOptions) {
  const child = spawn(process.execPath, args, { cwd: ROOT, env })
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
