import type { Locator, Page } from '@playwright/test'
import { findCoveredFocus } from '#tests/support/covered-focus.ts'
import { demoAccount, expect, openSignedIn, test } from './fixtures.ts'

const resultLine = (page: Page) => page.getByText(/^Showing \d+-\d+ of \d+ results$/)

/** Returns the scroll position, after the page has handled the scroll event. */
const scrollPosition = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(Math.round(scrollY))))
      }),
  )

async function openFilters(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: /^Filters/ }).click()
}

async function boxOf(image: Locator) {
  const box = await image.boundingBox()
  if (!box) throw new Error('The photo is not drawn')
  return box
}

/** Pinches with two fingers. `from` and `to` are the distances between the fingers in pixels. */
async function pinch(
  page: Page,
  { x, y }: { x: number; y: number },
  { from, to }: { from: number; to: number },
) {
  const STEPS = 12
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', apart: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [-apart / 2, apart / 2].map((by, id) => ({ x: x + by, y, id })),
    })
  await touch('touchStart', from)
  for (let step = 1; step <= STEPS; step++) {
    await touch('touchMove', from + ((to - from) * step) / STEPS)
  }
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function swipe(page: Page, from: { x: number; y: number }, by: number) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by, from.y, { steps: 5 })
  await page.mouse.up()
}

test.beforeEach(async ({ page }) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  await expect(resultLine(page)).toBeVisible()
})

test('a filter narrows the list, is part of the address and survives a reload', {
  tag: '@both-windows',
}, async ({ page, isMobile }) => {
  const all = await resultLine(page).textContent()
  await openFilters(page, isMobile)
  await page.getByLabel('Prefecture', { exact: true }).selectOption('hyogo')
  await expect(page).toHaveURL(/prefecture=hyogo/)
  await expect(page.getByLabel('City / Ward')).toBeEnabled()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(resultLine(page)).not.toHaveText(all ?? '')
  const narrowed = await resultLine(page).textContent()
  await page.reload()
  await expect(resultLine(page)).toHaveText(narrowed ?? '')
})

test('an invalid filter value stays in its field, with an error', { tag: '@both-windows' }, async ({
  page,
  isMobile,
}) => {
  await openFilters(page, isMobile)
  const price = page.getByLabel('Max price')
  await price.fill('cheap')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('Enter an amount up to 1,000,000,000, such as 20k')).toBeVisible()
  await expect(price).toHaveValue('cheap')
  await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true')
  await price.fill('30,000')
  await page.getByLabel('Min price').fill('')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/priceMax=30000/)
})

test('the pages of results show each house once, and the back button restores the page and the scroll position', async ({
  page,
}) => {
  const titles = () => page.getByRole('article').getByRole('heading').allTextContents()
  await expect(page.getByRole('article')).toHaveCount(20)
  const first = await titles()
  await page.getByRole('link', { name: 'Next' }).focus()
  const place = await scrollPosition(page)
  expect(place).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await expect(resultLine(page)).toHaveText(/^Showing 21-40 of/)
  const ids = await page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.id))
  expect(new Set(ids).size).toBe(ids.length)
  await page.goBack()
  await expect(resultLine(page)).toHaveText(/^Showing 1-20 of/)
  expect(await titles()).toEqual(first)
  await expect.poll(() => scrollPosition(page)).toBe(place)
})

test.describe('photos show placeholders while they load', () => {
  test('only photos that are about to be visible show a placeholder', async ({ page }) => {
    await page.route('**/images/**', () => {})
    // The images never load, so do not wait for the end of loading.
    await page.reload({ waitUntil: 'commit' })
    const placeholderOf = (card: Locator) =>
      card.locator('picture img').evaluate((image) => image.style.backgroundImage)
    const cards = page.getByRole('article')
    await expect.poll(() => placeholderOf(cards.first())).toMatch(/^url\("data:image\/png/)
    await expect(cards).toHaveCount(20)
    expect(await placeholderOf(cards.last())).toBe('')
    await cards.last().scrollIntoViewIfNeeded()
    await expect.poll(() => placeholderOf(cards.last())).toMatch(/^url\("data:image\/png/)
  })
})

test('a card outside the screen is rendered only when it is scrolled close to the screen, without a layout shift', {
  tag: '@both-windows',
}, async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset.moved = JSON.stringify(list.getEntries())
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(20)
  const last = cards.last()
  const isRendered = () =>
    last.getByRole('heading').evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }))
  const height = () => last.evaluate((card) => card.getBoundingClientRect().height)
  const laidOut = await height()
  await expect.poll(isRendered).toBe(false)
  expect(await height()).toBe(laidOut)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(isRendered).toBe(true)
  expect(await height()).toBe(laidOut)
  await scrollPosition(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-moved')
})

test('invalid search parameters in the address never break the listings page', async ({ page }) => {
  await page.goto(
    '/listings?page=abc&pageSize=7&sort=up&priceMin=1e309&priceMax=-3&areaMin=NaN&prefecture=%00&city=%F0%9F%8F%A0&listing[]=x',
  )
  await expect(page.getByRole('heading', { name: /listings/i }).first()).toBeVisible()
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
  await page.goto('/listings?page=9999')
  await expect(page.getByText(/^Page (\d+) of \1$/)).toBeVisible()
})

test('the gallery opens from a card, arrow keys change the photo, and closing the gallery returns the focus to the card', async ({
  page,
}) => {
  const card = page.getByRole('article').first()
  const opener = card.getByRole('button').first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^1 \/ \d+$/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText(/^2 \/ \d+$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^1 \/ \d+$/)).toBeVisible()
})

test('while the gallery is open, no card behind it is rendered, and all cards keep their height', async ({
  page,
}) => {
  await expect(page.getByRole('article')).toHaveCount(20)
  const cards = page.locator('article')
  const opener = cards.first().locator('h2 button')
  const isRendered = () =>
    opener.evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }))
  const heights = () => cards.evaluateAll((all) => all.map((card) => card.clientHeight))
  const drawn = await heights()
  await opener.click()
  await expect(page.getByRole('dialog').getByText(/^1 \/ \d+$/)).toBeVisible()
  expect(await isRendered()).toBe(false)
  expect(await heights()).toEqual(drawn)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  expect(await isRendered()).toBe(true)
})

test('photos can be swiped, zoomed with a double tap, and moved while zoomed', async ({ page }) => {
  await page.getByRole('article').first().getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  const first = dialog.getByRole('img', { name: /, 1 of \d+$/ })
  await expect(dialog.getByText(/^1 \/ \d+$/)).toBeVisible()
  const whole = await boxOf(first)
  const middle = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 }

  await swipe(page, middle, -whole.width / 2)
  await expect(dialog.getByText(/^2 \/ \d+$/)).toBeVisible()
  await expect(first).not.toBeInViewport()
  await swipe(page, middle, whole.width / 2)
  await expect(dialog.getByText(/^1 \/ \d+$/)).toBeVisible()
  await expect.poll(async () => Math.round((await boxOf(first)).x)).toBe(Math.round(whole.x))

  await page.mouse.dblclick(middle.x, middle.y)
  await expect.poll(async () => (await boxOf(first)).width / whole.width).toBeCloseTo(2.5, 1)
  const zoomed = await boxOf(first)
  await swipe(page, middle, -whole.width / 2)
  await expect.poll(async () => (await boxOf(first)).x).toBeLessThan(zoomed.x - whole.width / 3)
  await expect(dialog.getByText(/^1 \/ \d+$/)).toBeVisible()
})

test('a zoomed photo returns to its original position when a pinch ends the zoom', async ({
  page,
}) => {
  await page.getByRole('article').first().getByRole('button').first().click()
  const photo = page.getByRole('dialog').getByRole('img', { name: /, 1 of \d+$/ })
  await expect(photo).toBeVisible()
  const whole = await boxOf(photo)
  const middle = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 }

  await pinch(page, middle, { from: 40, to: 160 })
  await expect.poll(async () => (await boxOf(photo)).width).toBeGreaterThan(2 * whole.width)
  await swipe(page, middle, -100)
  await expect.poll(async () => (await boxOf(photo)).x).toBeLessThan(whole.x - whole.width)
  // Pinch the fingers together to end the zoom.
  await pinch(page, middle, { from: 180, to: 20 })
  await expect.poll(() => boxOf(photo)).toEqual(whole)
  // A late animation could still move the photo, so wait and check the position again.
  await page.waitForTimeout(500)
  expect(await boxOf(photo)).toEqual(whole)
})

test.describe('icon buttons show their names to people who use a mouse', () => {
  test('an icon button shows its name on hover and on keyboard focus', { tag: '@mouse' }, async ({
    page,
  }) => {
    const name = page.getByText('Add to Favorites', { exact: true })
    // The app adds the tooltip after the page has become idle, so hover until the tooltip appears.
    await expect(async () => {
      await page.mouse.move(0, 0)
      await page.getByRole('button', { name: 'Add to Favorites' }).first().hover()
      await expect(name).toBeVisible({ timeout: 1500 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(name).toBeHidden()

    await page.getByRole('article').first().getByRole('heading').getByRole('button').focus()
    // The labels of the house's warning signs and good signs come before the heart in the tab
    // order, so press Tab until the heart has focus.
    const heart = page.getByRole('button', { name: 'Add to Favorites' }).first()
    const hasFocus = () => heart.evaluate((element) => element === document.activeElement)
    while (!(await hasFocus())) await page.keyboard.press('Tab')
    await expect(name).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(name).toBeHidden()
  })
})

test('while there is no problem, the place of the message about the connection covers nothing', async ({
  page,
}) => {
  const message = page.locator('p[aria-live="polite"]:empty')
  await expect(message).toHaveCount(1)
  expect(await message.evaluate((element) => element.getBoundingClientRect().height)).toBe(0)
})

test('on a wide screen, the buttons of the filter form cover no control that gets the focus by Tab', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const search = page.getByRole('button', { name: 'Search', exact: true })
  await page.getByLabel('Built before').focus()
  expect(await findCoveredFocus(page, 'Tab', search)).toEqual([])
})

test('the copied link of a listing opens only this listing', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const card = page.getByRole('article').first()
  const title = (await card.getByRole('heading').textContent()) ?? ''
  await card.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByText('Link copied!')).toBeVisible()
  await expect(page.getByText('The listing link has been copied to your clipboard.')).toBeVisible()

  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/listings\?listing=[\w-]+&key=[\da-f]{16}$/)
  await page.goto(link)
  await expect(page.getByText('Showing specific listing.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(title)
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'View all listings' }).click()
  await expect(resultLine(page)).toBeVisible()
})

test('when a search has no results, the page says so, and links to all listings', async ({
  page,
  isMobile,
}) => {
  await openFilters(page, isMobile)
  await page.getByLabel('Min price', { exact: false }).first().fill('900000000')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('No listings found')).toBeVisible()
  await expect(page.getByText('Try adjusting your filters')).toBeVisible()
})
