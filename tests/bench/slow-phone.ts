import type { Page } from '@playwright/test'

/** How many times slower a phone's CPU is than this machine's. */
export const SLOWDOWN = 4

/** Slows the page's CPU down to that of a phone. */
export async function slowDown(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}
