import { expect, type Page } from '@playwright/test'
import { readStored } from './stored.ts'

/** Resolves when what the favorites show first is kept, with these words on it. */
export async function untilFirstScreenIsKept(page: Page, words = 'Save for offline') {
  const kept = new RegExp(`"markup":"[^]*${words}`)
  const isKept = async () => kept.test(await page.evaluate(readStored))
  // Hundreds of houses take a while to be drawn.
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true)
}
