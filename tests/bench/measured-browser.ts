import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'
import { OperatorError } from '#server/errors/operator-error.ts'
import { fullChromiumOptions } from '#tests/support/chromium.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'

const { executablePath = chromium.executablePath(), args = [] } = fullChromiumOptions

/** A browser with a new profile. Playwright is not connected while Lighthouse measures a page. */
export interface MeasuredBrowser {
  /** The port for DevTools, to which Lighthouse connects. */
  port: number
  /** Opens a page to prepare the profile, for example to sign in. */
  prepare: (use: (page: Page) => Promise<unknown>) => Promise<void>
}

/** Runs a browser with a new profile. Stops it when `use` has finished. */
export async function withMeasuredBrowser<T>(use: (browser: MeasuredBrowser) => Promise<T>) {
  const profile = temporaryDirectory()
  const browser = launch(profile)
  const ended = new Promise((resolve) => browser.once('exit', resolve).once('error', resolve))
  try {
    await once(browser, 'spawn').catch(refuse)
    const port = await readPort(browser.stderr)
    return await use({ port, prepare: (work) => withPage(port, work) })
  } finally {
    browser.kill()
    await ended
    removeDirectory(profile)
  }
}

function launch(profile: string) {
  return spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
}

function refuse(): never {
  throw new OperatorError(`There is no Chromium at ${executablePath}.`)
}

/** Chromium chooses a free port and prints it. */
async function readPort(output: NodeJS.ReadableStream) {
  for await (const line of createInterface({ input: output })) {
    const [, port] = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line) ?? []
    if (port) {
      // Discard later output. Otherwise a full pipe would block the browser.
      output.resume()
      return Number(port)
    }
  }
  throw new Error('Chromium did not start')
}

async function withPage(port: number, use: (page: Page) => Promise<unknown>) {
  const driver = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    const [context] = driver.contexts()
    if (!context) throw new Error('The browser has no profile')
    const page = await context.newPage()
    await use(page)
    await page.close()
  } finally {
    await driver.close()
  }
}
