import { expect, type Page } from '@playwright/test'
import { readStored } from './stored.ts'

/** Resolves when what the favorites show first is kept, with these words on it. */
export async function untilFirstScreenIsKept(page: Page, words = 'Take the photos along') {
  const kept = new RegExp(`"markup":"[^]*${words}`)
  await expect.poll(() => page.evaluate(readStored)).toMatch(kept)
}
