import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type FullConfig } from '@playwright/test'
import { prepareFolders } from '#tests/support/prepared-folders.ts'
import { removeDirectory, startProduct } from '#tests/support/product.ts'

/**
 * One server with the sample catalogue serves all browser tests. Each test makes its own accounts.
 */
export default async function setup(config: FullConfig) {
  ensureBrowser(config)
  // The build of the client keeps only one core busy, so prepare the folders at the same time.
  const [product, prepared] = await Promise.all([startProduct(), prepareFolders()])
  process.env.E2E_ORIGIN = product.origin
  process.env.E2E_DIRECTORY = product.directory
  process.env.E2E_ACCOUNTS = JSON.stringify(product.accounts)
  return async () => {
    await product.stop()
    removeDirectory(product.directory)
    removeDirectory(prepared)
  }
}

function ensureBrowser(config: FullConfig) {
  const path = config.projects[0]?.use.launchOptions?.executablePath ?? chromium.executablePath()
  if (existsSync(path)) return
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    throw new Error('The browser tests need Chromium: apt-get install chromium')
  }
}
