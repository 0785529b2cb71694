import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type FullConfig } from '@playwright/test'
import { removeDirectory, startProduct, temporaryDirectory } from '#tests/support/product.ts'

/** One product with the sample catalogue serves all browser tests; they make accounts of their own. */
export default async function setup(config: FullConfig) {
  ensureBrowser(config)
  const product = await startProduct()
  process.env.E2E_ORIGIN = product.origin
  process.env.E2E_DIRECTORY = product.directory
  process.env.E2E_ACCOUNTS = JSON.stringify(product.accounts)
  const shared = temporaryDirectory()
  process.env.E2E_SHARED = shared
  return async () => {
    await product.stop()
    removeDirectory(product.directory)
    removeDirectory(shared)
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
