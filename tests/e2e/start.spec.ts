import type { Page } from '@playwright/test'
import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { expect, openSignedIn, test } from './fixtures.ts'

/** Allow the errors that the browser itself logs when a request fails. */
const FAILED_REQUEST = /^Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/
test.use({ expectedErrors: [FAILED_REQUEST] })

const favorites = SAVED_HOUSES.slice(0, 12)
const [FIRST = ''] = favorites
const HOUSE = `/listings/${FIRST}`

/** Opens pages as a subscriber, so that the device has their data. Then restarts without a network. */
async function goOffline(phone: Phone, server: ProxiedServer) {
  const subscriber = await server.addSubscriber({ favorites })
  await openSignedIn(phone.page, subscriber, '/favorites')
  await phone.untilWorkerServes()
  await expect(phone.page.getByRole('article')).toHaveCount(favorites.length)
  await phone.page.goto(`${HOUSE}#notes-${FIRST}`)
  await phone.page.getByRole('button', { name: 'Favorited' }).waitFor()
  // The page has saved the note when the summary below the title shows the note.
  await phone.page.getByLabel('Notes', { exact: true }).fill('Sound roof')
  await phone.page.getByRole('link', { name: /Your notes.*Sound roof/ }).waitFor()
  await phone.page.goto('/viewing-plan')
  await phone.page.getByRole('heading', { name: 'Viewing Plan' }).waitFor()
  await phone.setOffline(true)
  await phone.restart()
}

/**
 * Runs `act` on the first element that matches `selector`, in the same task in which the element
 * appears on the page. A person cannot be faster.
 */
async function onceShown({ page }: Phone, selector: string, act: (element: HTMLElement) => void) {
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      const element = document.querySelector(${JSON.stringify(selector)})
      if (!element) return
      observer.disconnect()
      const act = ${act}
      act(element)
    }).observe(document, { childList: true, subtree: true, attributes: true })
  `)
}

test('offline, the heart of a house works as soon as it appears', async ({ phone, server }) => {
  await goOffline(phone, server)
  await onceShown(phone, 'button[aria-label=Favorited]', (heart) => heart.click())
  await phone.page.goto(HOUSE)
  await expect(phone.page.getByRole('button', { name: 'Add to Favorites' })).toBeVisible()
  await phone.page.reload()
  await expect(phone.page.getByRole('button', { name: 'Add to Favorites' })).toBeVisible()
})

test('offline, the first of two presses counts too', async ({ phone, server }) => {
  await goOffline(phone, server)
  await onceShown(phone, 'button[aria-label=Favorited]', (heart) => {
    heart.click()
    document.querySelector<HTMLElement>('button[aria-label^="Photo 2"]')?.click()
  })
  await phone.page.goto(HOUSE)
  await expect(
    phone.page.getByRole('dialog').getByRole('img', { name: /, 2 of 10$/ }),
  ).toBeVisible()
  await phone.page.goBack()
  await expect(phone.page.getByRole('button', { name: 'Add to Favorites' })).toBeVisible()
})

test('offline, "Save for offline" works as soon as it appears', async ({ phone, server }) => {
  await goOffline(phone, server)
  const saveButton = 'div:has(> [role=status] a[href="/device"]) > button'
  await onceShown(phone, saveButton, (button) => {
    if (button.textContent !== 'Save for offline') throw new Error(`Not ${button.textContent}`)
    button.click()
  })
  await phone.page.goto('/favorites')
  await expect(phone.page.getByRole('link', { name: /^Waiting for a connection/ })).toBeVisible()
})

test('offline, a section that is opened as soon as it appears stays open', async ({
  phone,
  server,
}) => {
  await goOffline(phone, server)
  await onceShown(phone, 'main details:has(h3) > summary', (summary) => summary.click())
  await phone.page.goto(HOUSE)
  await expect(phone.page.getByText('Each cost is a range.')).toBeVisible()
  await phone.page.getByLabel('Notes', { exact: true }).waitFor()
  await expect(phone.page.getByText('Each cost is a range.')).toBeVisible()
})

test('offline, text that is typed as soon as the field appears is kept', async ({
  phone,
  server,
}) => {
  await goOffline(phone, server)
  await onceShown(phone, 'main input[type=search]', (field) => {
    const input = field as HTMLInputElement
    input.focus()
    document.execCommand('insertText', false, 'roof')
  })
  await phone.page.goto('/favorites')
  await expect(phone.page.getByText('“roof” is in the notes on 1 of 12 favorites.')).toBeVisible()
  await expect(phone.page.getByRole('searchbox')).toHaveValue('roof')
  await expect(phone.page.getByRole('searchbox')).toBeFocused()
})

test('offline, text that is selected as soon as it appears stays selected', async ({
  phone,
  server,
}) => {
  await goOffline(phone, server)
  await onceShown(phone, 'main h1', (title) => getSelection()?.selectAllChildren(title))
  await phone.page.goto(HOUSE)
  await phone.page.getByLabel('Notes', { exact: true }).waitFor()
  const title = await phone.page.getByRole('heading', { level: 1 }).textContent()
  expect(await phone.page.evaluate(() => String(getSelection()))).toBe(title)
})

test('offline, the page scrolls past its first screen as soon as its houses appear', async ({
  phone,
  server,
}) => {
  await goOffline(phone, server)
  await onceShown(phone, 'main article', () => {
    const scroll = () => {
      scrollTo(0, document.body.scrollHeight)
      if (document.querySelectorAll('main article').length < 12) requestAnimationFrame(scroll)
      else document.documentElement.dataset.scrolled = String(scrollY > innerHeight)
    }
    scroll()
  })
  await phone.page.goto('/favorites')
  await expect(phone.page.locator('html')).toHaveAttribute('data-scrolled', 'true')
  expect(await phone.page.evaluate(() => scrollY > innerHeight)).toBe(true)
})

test('offline, a page first shows the latest change, and no earlier state', async ({
  phone,
  server,
}) => {
  await goOffline(phone, server)
  const { page } = phone
  await page.goto('/favorites')
  await expect(page.getByText('12 houses', { exact: true })).toBeVisible()
  await page.goto(HOUSE)
  await page.getByRole('button', { name: 'Favorited' }).click()
  await page.getByRole('button', { name: 'Add to Favorites' }).waitFor()
  await phone.restart()
  await phone.page.addInitScript(() => {
    const counts = new Set<string>()
    new MutationObserver(() => {
      const [count] = /\d+ houses/.exec(document.querySelector('main')?.textContent ?? '') ?? []
      if (count) counts.add(count)
      document.documentElement.dataset.counts = [...counts].join()
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await phone.page.goto('/favorites')
  await expect(phone.page.getByText('11 houses', { exact: true })).toBeVisible()
  await expect(phone.page.getByRole('article')).toHaveCount(11)
  await expect(phone.page.locator('html')).toHaveAttribute('data-counts', '11 houses')
})

for (const [screen, width] of [
  ['a phone', 390],
  ['a desktop', 1280],
] as const) {
  test(`offline, the bar of chosen favorites stays where it is when the banner appears on ${screen}`, async ({
    phone,
    server,
  }) => {
    await goOffline(phone, server)
    const { page } = phone
    await page.setViewportSize({ width, height: 844 })
    await onceShown(phone, 'main article input[type=checkbox]', (box) => box.click())
    await onceShown(phone, '[aria-label="Chosen houses"]', (bar) => {
      document.documentElement.dataset.top = String(bar.getBoundingClientRect().top)
    })
    await page.goto('/favorites')
    const sentence = page.getByText(/Showing what you saved/)
    await expect(sentence).toBeVisible()
    const bar = await page.getByRole('region', { name: 'Chosen houses' }).boundingBox()
    const banner = await sentence.boundingBox()
    if (!bar || !banner) throw new Error('A part of the page is not drawn')
    await expect(page.locator('html')).toHaveAttribute('data-top', String(bar.y))
    expect(banner.y + banner.height).toBeLessThanOrEqual(bar.y)
  })
}

test('offline, the bar of actions stays where it is when the banner appears', async ({
  phone,
  server,
}) => {
  await goOffline(phone, server)
  await onceShown(phone, 'button[aria-label=Favorited]', (heart) => {
    document.documentElement.dataset.top = String(heart.getBoundingClientRect().top)
  })
  const { page } = phone
  await page.goto(HOUSE)
  const sentence = page.getByText(/Showing what you saved/)
  await expect(sentence).toBeVisible()
  const heart = await page.getByRole('button', { name: 'Favorited' }).boundingBox()
  const banner = await sentence.boundingBox()
  if (!heart || !banner) throw new Error('A part of the page is not drawn')
  await expect(page.locator('html')).toHaveAttribute('data-top', String(heart.y))
  expect(banner.y + banner.height).toBeLessThanOrEqual(heart.y)
})

test("offline, the pages on which a traveller starts appear without the browser's language data", async ({
  phone,
  server,
}) => {
  await goOffline(phone, server)
  await planTwoHouses(phone.page)
  await phone.page.addInitScript(RECORD_LANGUAGE_DATA)
  const root = phone.page.locator('html')
  for (const [path, selector] of [
    ['/favorites', 'main article'],
    [HOUSE, 'main textarea'],
    ['/viewing-plan', 'main h3 a'],
  ] as const) {
    await phone.page.goto(path)
    await phone.page.locator(selector).first().waitFor()
    await expect(root).not.toHaveAttribute('data-formatted-by')
  }
  await phone.page.evaluate(() => new Date().toLocaleDateString())
  await expect(root).toHaveAttribute('data-formatted-by', 'toLocaleDateString')
})

async function planTwoHouses(page: Page) {
  await page.goto('/viewing-plan')
  for (const count of [1, 2]) {
    await page.getByLabel('Add a favorite').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Add to this day' }).click()
    await expect(page.locator('main h3 a')).toHaveCount(count)
  }
}

/** A script for the page. It records which function has used the browser's language data. */
const RECORD_LANGUAGE_DATA = `
  function watch(owner, name) {
    const record = () => (document.documentElement.dataset.formattedBy = name)
    owner[name] = new Proxy(owner[name], {
      apply: (...call) => (record(), Reflect.apply(...call)),
      construct: (...call) => (record(), Reflect.construct(...call)),
    })
  }
  for (const name of ['Collator', 'DateTimeFormat', 'NumberFormat']) watch(Intl, name)
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) watch(Date.prototype, name)
  watch(Number.prototype, 'toLocaleString')
  watch(String.prototype, 'localeCompare')
`
