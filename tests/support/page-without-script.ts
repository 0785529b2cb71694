import type { Page } from '@playwright/test'

/** Opens a server-rendered page without its script. Returns a function that loads the script. */
export async function openWithoutScript(page: Page, path = '/free-preview') {
  const start = await holdResponses(page, '**/assets/index-*.js')
  await page.goto(path, { waitUntil: 'commit' })
  return start
}

/** Holds back responses from matching addresses. Returns a function that releases the responses. */
export async function holdResponses(page: Page, pattern: string) {
  let release = () => {}
  const allowed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await allowed
    await route.continue()
  })
  return release
}
