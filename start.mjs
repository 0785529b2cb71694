// Builds the client if its sources have changed, then starts the server. The server runs in this
// process, so that the server receives signals. With the argument `build`, only builds the client.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

register()
const { buildClient, isClientBuilt } = await import('./src/server/pages/client-build.ts')

if (process.argv[2] === 'build') {
  await buildClient()
} else {
  if (!isClientBuilt()) buildApart()
  await import('./src/server/main.ts')
}

/**
 * Builds in a child process. A build takes half a gigabyte of memory, and sets environment
 * variables that the server would read.
 */
function buildApart() {
  console.log('Building the client…')
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'build'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) process.exit(status ?? 1)
}
