import type { Page } from '@playwright/test'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { findOverflow } from '#tests/support/screens.ts'
import { expect, openSignedIn, test, violations } from './fixtures.ts'

/** The browser logs these messages itself when a request fails. */
test.use({ expectedErrors: [/^Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

const PLAN = '/viewing-plan?day=2026-12-01'

const titles = (page: Page) => page.locator('ol > li h3')

/** Adds all favorites to the plan of the day. */
async function planFavorites(page: Page) {
  const select = page.getByLabel('Add a favorite')
  await select.waitFor()
  for (const _ of SAVED_HOUSES.slice(0, 3)) {
    const count = await titles(page).count()
    await select.selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Add to this day' }).click()
    await expect(titles(page)).toHaveCount(count + 1)
  }
}

test('in airplane mode, after a restart, the viewing plan shows its day, can be reordered by dragging, and links to the driver card', async ({
  phone,
  server,
}) => {
  const favorites = SAVED_HOUSES.slice(0, 3)
  await openSignedIn(phone.page, await server.addSubscriber({ favorites }), '/listings')
  await expect(phone.page.getByText('Showing 1-20 of 330 results')).toBeVisible()
  await phone.page.getByRole('link', { name: 'Favorites' }).click()
  await expect(phone.page.getByRole('main').getByRole('article')).toHaveCount(3)
  await phone.page.goto(`${server.origin}${PLAN}`)
  await planFavorites(phone.page)
  await phone.setOffline(true)
  await phone.restart()
  const { page } = phone
  await page.goto(`${server.origin}${PLAN}`)
  await expect(titles(page)).toHaveCount(3)
  await expect(
    page.getByRole('navigation', { name: 'Days' }).locator('[aria-current]'),
  ).toHaveCount(1)

  const before = await titles(page).allTextContents()
  const cards = page.locator('ol > li')
  const handle = await cards.first().locator('span[aria-hidden]').last().boundingBox()
  const target = await cards.last().boundingBox()
  if (!handle || !target) throw new Error('The houses are not laid out')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x, target.y + target.height * 0.9, { steps: 12 })
  await page.mouse.up()
  await expect.poll(() => titles(page).allTextContents()).toEqual([before[1], before[2], before[0]])

  await page.getByRole('link', { name: 'Driver card of house 1' }).click()
  await expect(page.getByRole('article', { name: /^Driver card/ })).toBeVisible()
})

test('in airplane mode, a person can open the viewing plan from the tabs with the keyboard alone, in a small and in a large window', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await openSignedIn(page, await server.addSubscriber(), '/favorites')
  await expect(page.getByText('No favorites yet')).toBeVisible()
  await phone.setOffline(true)
  const phoneSize = page.viewportSize() ?? { width: 390, height: 844 }
  for (const size of [phoneSize, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    await page.goto(`${server.origin}/favorites`)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Plan' })
      .press('Enter')
    await expect(page.getByRole('heading', { name: 'Viewing Plan' })).toBeVisible()
    await expect(page.getByText(/Nothing planned yet\.$/)).toBeVisible()
  }
})

test('axe finds no problem in a viewing plan, a gloved finger can press each control, and the printed plan cuts off no line', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await openSignedIn(
    page,
    await server.addSubscriber({ favorites: SAVED_HOUSES.slice(0, 3) }),
    PLAN,
  )
  await planFavorites(page)
  for (const summary of await page.locator('main summary').all()) await summary.click()
  await page.getByLabel('With').first().fill('Mr. Mori of the town hall')
  await page.getByLabel('Phone').first().fill('0772-32-0000')
  await page.getByLabel('Remark').first().fill('x'.repeat(200))
  await page.keyboard.press('Tab')
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(findOverflow)).toEqual([])
  const controls = page
    .locator('main')
    .locator('button:visible, input:visible, select:visible, textarea:visible, summary:visible, a')
  for (const control of await controls.all()) {
    const box = await control.boundingBox()
    expect(box?.height, await control.innerText()).toBeGreaterThanOrEqual(48)
  }

  await page.getByRole('link', { name: 'Print this day' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3)
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  // The widths of A4 and Letter paper without their margins, in pixels.
  for (const width of [687, 710]) {
    await page.setViewportSize({ width, height: 1000 })
    expect(await page.evaluate(findOverflow)).toEqual([])
  }
})
