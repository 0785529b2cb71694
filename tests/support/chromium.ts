import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** Debian's browser, used where Playwright has not installed its own. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
/** The same engine without the browser's own windows. It needs a third less processor time. */
const DEBIAN_HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

/** Launch options of the test browsers. They must reach the product and nothing else. */
export const chromiumOptions = launchOptions([DEBIAN_HEADLESS_SHELL, DEBIAN_CHROMIUM])
/** The same for the whole browser, which installs apps and has the speed that people meet. */
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
