import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '#tests/support/chromium.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'

export type MeasuredBrowser = Awaited<ReturnType<typeof startMeasuredBrowser>>

/** A browser with a new profile that nothing drives while a page of it is measured. */
export async function startMeasuredBrowser() {
  const profile = temporaryDirectory()
  const { executablePath = chromium.executablePath(), args = [] } = chromiumOptions
  const browser = spawn(
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
  const port = await readPort(browser.stderr)

  return {
    /** Where it listens for what measures it. */
    port,

    /** Opens a page to prepare what the measured pages find in the profile. */
    async prepare(use: (page: Page) => Promise<unknown>) {
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
    },

    async close() {
      const ended = once(browser, 'exit')
      browser.kill()
      await ended
      removeDirectory(profile)
    },
  }
}

/** Chromium chooses a free port and prints it. */
async function readPort(output: NodeJS.ReadableStream) {
  for await (const line of createInterface({ input: output })) {
    const [, port] = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line) ?? []
    if (port) {
      // What it says later is for nobody, and must not fill the pipe.
      output.resume()
      return Number(port)
    }
  }
  throw new Error('Chromium did not start')
}
