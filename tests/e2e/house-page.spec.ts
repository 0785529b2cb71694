import type { Locator } from '@playwright/test'
import { findCoveredFocus } from '#tests/support/covered-focus.ts'
import { demoAccount, expect, openSignedIn, test, violations } from './fixtures.ts'

/**
 * A sample house whose photos are drawings. It is not on the first page of results. The favorites
 * tests sign in to the same demo account, and change the favorites on that page.
 */
const HOUSE = '/listings/sample-120'

test('on the page of a house, a photo opens the gallery, and axe finds no problem', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), HOUSE)
  const house = page.getByRole('article')
  const title = (await house.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await expect(page).toHaveTitle(`${title} · Engawa`)
  await expect(house.getByRole('heading', { name: 'Whom to ask' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await house.getByRole('button', { name: 'Photo 2 of' }).click()
  await expect(page.getByRole('dialog').getByText(/^2 \/ \d+$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await house.getByRole('button', { name: 'Add to Favorites' }).click()
  await house.getByRole('button', { name: 'Favorited' }).click()
  await expect(house.getByRole('button', { name: 'Add to Favorites' })).toBeVisible()
})

test('@both-windows on the page of a house, the line below the title leads to the notes, and the action bar does not cover their heading', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), HOUSE)
  await page.getByText('Add a note').click()
  await page.getByLabel('Summary', { exact: true }).fill('Sound roof')
  await page.getByRole('link', { name: 'Your notes: Sound roof' }).click()
  const heading = page.getByRole('heading', { name: 'Your notes' })
  const isOnTop = () =>
    heading.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect()
      return document.elementFromPoint(left + 1, (top + bottom) / 2) === element
    })
  await expect.poll(isOnTop).toBe(true)
  await expect(page.getByLabel('Summary', { exact: true })).toBeInViewport()
  await page.getByLabel('Summary', { exact: true }).fill('')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
})

test('on a desktop, all actions of a house are in one row', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  // Not every browser can share, and the button for sharing needs space too.
  await page.addInitScript(() => Object.assign(navigator, { share: async () => {} }))
  await openSignedIn(page, demoAccount('subscriber'), HOUSE)
  const actions = page.getByLabel(/^Directions/).locator('xpath=../*[not(self::dialog)]')
  await expect(actions.getByText('Share')).toBeVisible()
  const tops = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThanOrEqual(6)
  expect(new Set(tops.map(Math.round)).size).toBe(1)
})

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1440, 900],
] as const) {
  test(`on a screen of ${width} × ${height}, the gallery shows the whole photo and the link to the page of its house without scrolling`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openSignedIn(page, demoAccount('subscriber'), '/listings')
    await page.getByRole('article').first().getByRole('heading').getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^1 \/ \d+$/)).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('img', { name: /, 1 of \d+$/ })).toBeInViewport({ ratio: 1 })
    const link = dialog.getByRole('link', { name: 'Open the page of this house' })
    await expect(link).toBeInViewport({ ratio: 1 })
    expect(await dialog.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0)

    await link.press('Enter')
    await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
}

for (const width of [900, 1440]) {
  test(`in the gallery of a free house, ${width} pixels wide, the actions stay below the header while the facts scroll, and cover no heading`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/free-preview')
    await page.getByRole('article').first().getByRole('heading').getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'About this listing' }).scrollIntoViewIfNeeded()
    const header = await dialog.getByRole('button', { name: 'Close' }).locator('..').boundingBox()
    const actions = dialog.getByRole('button', { name: 'Copy Link' })
    const bar = await actions.locator('..').boundingBox()
    expect(Math.abs((bar?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0))).toBeLessThan(2)
    await actions.click()

    const heading = dialog.getByRole('heading', { name: 'Where it is' })
    await heading.evaluate((element) => element.scrollIntoView())
    const isOnTop = await heading.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect()
      return document.elementFromPoint(left + 1, (top + bottom) / 2) === element
    })
    expect(isOnTop).toBe(true)
  })
}

test('after the gallery has moved to the next house, closing the gallery focuses the card of this house', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  const cards = page.getByRole('article')
  const second = (await cards.nth(1).getByRole('heading').getByRole('button').textContent()) ?? ''
  await cards.first().getByRole('heading').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Previous house' })).toBeDisabled()
  // Screen readers announce the next house and its position.
  await expect(dialog.getByRole('heading', { level: 2 }).first()).toHaveAttribute(
    'aria-live',
    'polite',
  )
  await expect(dialog.getByRole('status').filter({ hasText: /^1 of \d+$/ })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Next house' }).press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: /^2 of \d+$/ })).toHaveCount(1)
  await expect(dialog.getByText(second, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards.nth(1).getByRole('heading').getByRole('button')).toBeFocused()
})

test('the gallery moves from the last house of a page to the first house of the next page, and back', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  const cards = page.getByRole('article')
  const opener = (position: number) => cards.nth(position).getByRole('heading').getByRole('button')
  const last = (await opener(19).textContent()) ?? ''
  await opener(19).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^20 of \d+$/)).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Next house' }).click()
  await expect(dialog.getByText(/^21 of \d+$/)).toHaveCount(1)
  await expect(page).toHaveURL(/page=2/)
  await dialog.getByRole('button', { name: 'Previous house' }).click()
  await expect(dialog.getByText(/^20 of \d+$/)).toHaveCount(1)
  await expect(dialog.getByText(last, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Next house' }).click()
  await expect(dialog.getByText(/^21 of \d+$/)).toHaveCount(1)

  // Closing the gallery shows the page of results that contains the last opened house. After that,
  // the Back button opens the first page of results.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/page=2/)
  await expect(opener(0)).toBeFocused()
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await expect(opener(19)).toHaveText(last)
})

test('a visitor sees the public facts of a house, but no contacts', async ({ page }) => {
  await page.goto(HOUSE)
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Whom to ask')).toHaveCount(0)
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', /sample-120$/)
})

test.describe('an unknown house has an error page', () => {
  // The server answers an unknown house with a 404, which the browser logs as an error.
  test.use({ expectedErrors: [/status of 404/] })

  test('the page of an unknown house says that there is no such house', async ({ page }) => {
    await page.goto('/listings/nowhere')
    await expect(page.getByRole('heading', { name: 'House not found' })).toBeVisible()
  })
})

test('on a wide screen, the facts stand below the photos, and the actions stay beside them while the person scrolls', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSignedIn(page, demoAccount('subscriber'), HOUSE)
  const house = page.getByRole('article')
  const actions = house.getByRole('button', { name: 'Copy Link' }).locator('..')
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    if (!box) throw new Error(`${locator} is not visible`)
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }
  const lastFacts = house.getByRole('heading', { name: 'About this listing' })
  await expect(lastFacts).toBeVisible()
  const photos = await boxOf(house.getByRole('list', { name: 'Photos' }))
  const facts = await boxOf(house.getByText('Land Area', { exact: true }))
  const costs = await boxOf(house.getByRole('heading', { name: 'What it costs to buy' }))
  const notes = await boxOf(house.getByRole('heading', { name: 'Your notes' }))
  expect(facts.y).toBeGreaterThanOrEqual(photos.bottom)
  expect(facts.x).toBe(photos.x)
  expect(costs.x).toBeGreaterThanOrEqual(photos.right)
  expect(notes.y).toBeGreaterThanOrEqual(costs.bottom)

  await lastFacts.scrollIntoViewIfNeeded()
  await expect(actions).toBeInViewport()
  expect((await boxOf(actions)).x).toBe(costs.x)
})

test('the notes stand below the facts and the place of the house on a phone, and beside them on a wide screen', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), HOUSE)
  const order = ['Floor Plan', 'Water', 'Where it is', 'Your notes', 'Whom to ask']
  const topsOf = (names: string[]) =>
    Promise.all(
      names.map(async (name) => {
        const part = page.getByRole('article').locator('dt, h3').filter({ hasText: name })
        return (await part.first().boundingBox())?.y
      }),
    )
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 900 })
    // The notes and the map load after the facts.
    await expect(async () => {
      const tops = await topsOf(order)
      expect(tops).not.toContain(undefined)
      expect(tops).toEqual(tops.toSorted((one, other) => (one ?? 0) - (other ?? 0)))
    }).toPass()
  }

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('heading', { name: 'About this listing' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: 'Your notes' })).toBeInViewport()
})

test('on a tablet, the actions stay on the screen while the person reads the facts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 834, height: 1000 })
  await openSignedIn(page, demoAccount('subscriber'), HOUSE)
  const house = page.getByRole('article')
  await house.getByRole('heading', { name: 'About this listing' }).scrollIntoViewIfNeeded()
  await expect(house.getByRole('button', { name: 'Copy Link' })).toBeInViewport()
})

test('on a wide screen, the photos of the gallery fill the window, and the actions are as wide as the notes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSignedIn(page, demoAccount('subscriber'), HOUSE)
  const widthOf = async (locator: Locator) => (await locator.boundingBox())?.width
  const house = page.getByRole('article')
  const actions = house.getByRole('button', { name: 'Copy Link' }).locator('..')
  const section = house.getByRole('region', { name: 'Your notes' })
  await expect(section).toBeVisible()
  expect(await widthOf(actions)).toBe(await widthOf(section))

  await house.getByRole('button', { name: 'Photo 1 of' }).click()
  await expect(page.getByRole('dialog').getByText(/^1 \/ \d+$/)).toBeVisible()
  expect(await widthOf(page.getByRole('dialog').getByRole('img').first())).toBe(1440)
})

test('on a wide screen, the action bar covers no control that gets the focus by Shift+Tab', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSignedIn(page, demoAccount('subscriber'), HOUSE)
  const house = page.getByRole('article')
  await expect(house.getByRole('heading', { name: 'About this listing' })).toBeVisible()
  await page.getByText('Add a note').click()
  await house.locator('summary').filter({ hasText: 'Your pin' }).focus()
  const lastAction = house.getByLabel(/^Directions/)
  expect(await findCoveredFocus(page, 'Shift+Tab', lastAction)).toEqual([])
})
