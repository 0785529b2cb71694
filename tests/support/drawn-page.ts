import type { Page } from '@playwright/test'

/** Opens a server-rendered page without its script. Returns a function that loads the script. */
export async function openDrawn(page: Page, path = '/free-preview') {
  const start = await holdBack(page, '**/assets/index-*.js')
  await page.goto(path, { waitUntil: 'commit' })
  return start
}

/** Holds back responses from matching addresses. Returns a function that releases the responses. */
export async function holdBack(page: Page, pattern: string) {
  let letCome = () => {}
  const allowed = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(pattern, async (route) => {
    await allowed
    await route.continue()
  })
  return letCome
}
