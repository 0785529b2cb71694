import type { Page } from '@playwright/test'

/** As many times slower than this machine's a phone's processor is taken to be. */
export const SLOWDOWN = 4

/** Makes the processor of a page that of a phone. */
export async function slowDown(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}
