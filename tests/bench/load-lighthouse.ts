import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '#server/errors/operator-error.ts'

const FOLDER = fileURLToPath(new URL('./tools', import.meta.url))

/**
 * Loads Lighthouse. The first call installs it into a folder of its own, because Lighthouse and its
 * packages would be a fifth of what `npm ci` installs. Throws an `OperatorError` if the
 * installation fails.
 */
export async function loadLighthouse() {
  if (!existsSync(join(FOLDER, 'node_modules/lighthouse'))) install()
  return (await import('./tools/lighthouse.js')).default
}

function install() {
  console.error('Installing Lighthouse…')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], {
    cwd: FOLDER,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new OperatorError('Lighthouse could not be installed.')
}
