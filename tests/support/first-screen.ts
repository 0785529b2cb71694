import { expect, type Page } from '@playwright/test'
import { readStored } from './stored.ts'

/** Resolves when the saved first screen contains these words. */
export async function untilFirstScreenIsKept(page: Page, words = 'Save for offline') {
  const kept = new RegExp(`"markup":"[^]*${words}`)
  const isKept = async () => kept.test(await page.evaluate(readStored))
  // Wait up to a minute, because rendering hundreds of houses takes time.
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true)
}
