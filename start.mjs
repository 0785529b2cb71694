// Starts the server, or runs one of its commands, such as `node start.mjs import FILE`. First
// builds what has changed since the last build.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The modules of the commands in `dist/server`. */
const MODULES = {
  start: 'main',
  import: 'import',
  admin: 'admin',
  backup: 'backup',
  restore: 'backup',
  sandbox: 'sandbox',
}

const [command = 'start', ...parts] = process.argv.slice(2)
if (command === 'build') await build(parts.length > 0 ? parts : ['server', 'client'])
else if (command in MODULES) await run(command)
else {
  const known = `${Object.keys(MODULES).join(', ')} and build`
  console.error(`There is no command “${command}”. The commands are ${known}.`)
  process.exit(1)
}

/** Runs the command in this process, so that it receives signals. */
async function run(command) {
  // Only the server needs the client.
  await buildApart(command === 'start' ? ['server', 'client'] : ['server'])
  const module = MODULES[command]
  // The module reads its arguments where Node puts them: after the path of the program. Only one
  // module has two commands, so only this one needs their names.
  if (module !== 'backup') process.argv.splice(2, 1)
  await import(`./dist/server/${module}.mjs`)
}

/**
 * Builds the parts that are not current. Builds in a child process, because a build takes half a
 * gigabyte of memory, and sets environment variables that the server would read.
 */
async function buildApart(parts) {
  const stale = await findStale(parts)
  if (stale.length === 0) return
  console.error('Building…')
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), 'build', ...stale],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) process.exit(status ?? 1)
}

/** Returns the parts that have changed since the last build. The build itself knows its sources. */
async function findStale(parts) {
  try {
    const { isBuilt } = await import('./dist/server/build.mjs')
    return parts.filter((part) => !isBuilt(part))
  } catch {
    return parts
  }
}

async function build(parts) {
  const { register } = await import('tsx/esm/api')
  register()
  const { build } = await import('./src/server/build/build.ts')
  for (const part of parts) await build(part)
}
