import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** Debian's browser, used where Playwright has not installed its own. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
/**
 * Debian's headless browser. For the same pages, it needs a third less processor time than the
 * complete browser.
 */
const DEBIAN_HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

/** Launch options of the test browsers. They turn off the browser's own background requests. */
export const chromiumOptions = launchOptions([DEBIAN_HEADLESS_SHELL, DEBIAN_CHROMIUM])
/** Options of the complete browser, for installing apps and for measuring realistic speed. */
export const fullChromiumOptions = launchOptions([DEBIAN_CHROMIUM])

export const phoneViewport = { width: 390, height: 844 }

function launchOptions(paths: string[]): LaunchOptions {
  const executablePath = paths.find((path) => existsSync(path))
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  }
}
