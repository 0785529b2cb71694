import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from '#server/build/build.ts'
import { identifyBuild } from '#server/build/version.ts'
import { ROOT } from '#server/root.ts'

/** The program of the built server. */
export const BUILT_SERVER = join(ROOT, 'dist/server/main.mjs')

/**
 * Builds the server unless the build is current. Vitest calls this before the first test. The tests
 * start processes from the build, because loading TypeScript takes three seconds of processor time
 * for each process.
 */
export default function buildServer() {
  if (isBuilt('server')) return
  execFileSync(process.execPath, [join(ROOT, 'start.mjs'), 'build', 'server'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** The build with which the built server makes its records. */
export function readServerBuild() {
  buildServer()
  return identifyBuild(BUILT_SERVER)
}
