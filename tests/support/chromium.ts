import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** Debian's browser, used where Playwright has not installed its own. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/** Launch options of all test browsers. They must reach the product and nothing else. */
export const chromiumOptions: LaunchOptions = {
  ...(existsSync(DEBIAN_CHROMIUM) && { executablePath: DEBIAN_CHROMIUM }),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
}

export const phoneViewport = { width: 390, height: 844 }
