import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { demoAccount, expect, openSignedIn, test, violations } from './fixtures.ts'

/** Allow the errors that the browser itself logs when a request fails. */
test.use({ expectedErrors: [/^Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

test('in airplane mode, after a restart, a favorite opens as a driver card, and favorites can be compared and printed', async ({
  phone,
  server,
}) => {
  const favorites = SAVED_HOUSES.slice(0, 2)
  await openSignedIn(phone.page, await server.addSubscriber({ favorites }), '/listings')
  await expect(phone.page.getByText('Showing 1-20 of 330 results')).toBeVisible()
  await phone.page.getByRole('link', { name: 'Favorites' }).click()
  await expect(phone.page.getByRole('main').getByRole('article')).toHaveCount(2)
  await phone.setOffline(true)
  await phone.restart()
  const { page } = phone
  await page.goto(`${server.origin}/favorites`)

  await page
    .getByRole('link', { name: /^Driver / })
    .first()
    .click()
  const card = page.getByRole('article', { name: /^Driver card/ })
  await expect(card.getByText('兵庫県', { exact: true })).toBeVisible()
  await expect(card.getByText('Hyogo-ken, Tanba-shi')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Call 0795-00-0000' })).toBeVisible()
  await card.getByRole('button', { name: /^Where is the boundary/ }).click()
  await expect(card.getByText('Shikichi no kyōkai wa doko deshō ka.')).toBeInViewport()
  await card.getByRole('button', { name: 'Close' }).click()

  for (const choice of await page.getByRole('checkbox', { name: /^Choose/ }).all()) {
    await choice.check()
  }
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(2)
  await page.goBack()
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Questions' })).toHaveCount(2)
})

test('in a window of any size, the driver card shows the address as large as possible without overflowing', async ({
  page,
}) => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await openSignedIn(page, demoAccount('subscriber'), '/listings/sample-001/driver')
  const address = page.getByRole('article').locator('[lang=ja]').first()
  for (const size of [
    { width, height },
    { width: 320, height: 568 },
    // In a narrow, high window, line breaks inside names would allow a larger font. So this window
    // tests that names do not break.
    { width: 320, height: 1400 },
    { width: 844, height: 390 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const text = await address.boundingBox()
    const fontSize = await address.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element).fontSize),
    )
    expect(fontSize).toBeGreaterThanOrEqual(24)
    expect(text?.x).toBeGreaterThanOrEqual(0)
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(size.width)
    expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(size.height)
    // No line break splits a name, so each part of the address is one line high.
    const heights = await address
      .locator('span')
      .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(1)
    for (const height of heights) expect(height).toBeLessThan(1.5 * fontSize)
  }
  await page.setViewportSize({ width, height })
})

test("on a phone, the coordinates of the person's own pin fit beside the address", async ({
  phone,
  server,
}) => {
  const [house = ''] = SAVED_HOUSES
  const { page } = phone
  await page.setViewportSize({ width: 390, height: 844 })
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 35.17713, longitude: 135.03543, accuracy: 8 })
  const subscriber = await server.addSubscriber({ favorites: [house] })
  await openSignedIn(page, subscriber, `/listings/${house}#notes-${house}`)
  await page.getByText('Your pin', { exact: true }).click()
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect(page.getByText(/accurate to 8 m$/).last()).toBeVisible()
  await page.getByRole('link', { name: /^Driver / }).click()

  const card = page.getByRole('article', { name: /^Driver card/ })
  const pin = card.getByRole('region', { name: 'Your pin' })
  await expect(pin.getByText('35.17713')).toBeInViewport({ ratio: 1 })
  await expect(card.getByText('兵庫県', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(card.getByText('地図の印の場所までお願いします。').first()).toBeInViewport({
    ratio: 1,
  })
  expect(await violations(page)).toEqual([])
  for (const target of await pin.getByRole('link').all()) {
    const box = await target.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(48)
    expect(box?.width).toBeGreaterThanOrEqual(48)
  }
})

test('a driver card has no accessibility problem, and its controls are large enough for gloved fingers', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings/sample-001/driver')
  const card = page.getByRole('article')
  await card.getByRole('button', { name: /^I have an appointment/ }).click()
  await expect(card.getByLabel('Name of the person you will meet')).toBeVisible()
  expect(await violations(page)).toEqual([])
  for (const target of await card.locator('a, button').all()) {
    const box = await target.boundingBox()
    expect(box?.height, await target.innerText()).toBeGreaterThanOrEqual(48)
    expect(box?.width, await target.innerText()).toBeGreaterThanOrEqual(48)
  }
})
