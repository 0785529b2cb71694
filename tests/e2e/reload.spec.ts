import type { Page } from '@playwright/test'
import { PHOTOS_PER_SAVED_HOUSE, SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { expect, openSignedIn, test } from './fixtures.ts'

/** Allow the errors that the browser itself logs when a request fails. */
test.use({ expectedErrors: [/^Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

/** Returns the id of the card in the middle of the screen, and its vertical position. */
const placeOf = (page: Page) =>
  page.evaluate(() => {
    const card = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('article')
    return card && `${card.id} at ${Math.round(card.getBoundingClientRect().top)}`
  })

test('reloading far down the page returns to the same house, online and offline', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await openSignedIn(page, await server.addSubscriber({ favorites: SAVED_HOUSES }), '/favorites')
  await expect(page.getByRole('article')).toHaveCount(SAVED_HOUSES.length)
  await expect(page.getByRole('button', { name: 'Save for offline' })).toBeVisible()
  const card = page.locator(`#listing-${SAVED_HOUSES[20]}`)
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  // Cards get their final height only when they come into view, so scroll to the card again.
  await expect(card).toBeInViewport()
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const place = await placeOf(page)
  expect(place).toContain(SAVED_HOUSES[20])

  await page.reload()
  await expect.poll(() => placeOf(page)).toBe(place)
  await phone.setOffline(true)
  await page.reload()
  await expect.poll(() => placeOf(page)).toBe(place)

  // If the person scrolls on, the restored position must not move the page back.
  await page.mouse.wheel(0, -2_000)
  await expect.poll(() => placeOf(page)).not.toBe(place)
})

test('a reload keeps the gallery at the same photo, and a gallery that was closed opens at the first photo', async ({
  phone,
  server,
}) => {
  const { page } = phone
  const subscriber = await server.addSubscriber({ favorites: SAVED_HOUSES.slice(0, 2) })
  await openSignedIn(page, subscriber, '/favorites')
  const opener = page.locator(`#open-${SAVED_HOUSES[0]}`)
  const counter = (position: number) =>
    page.getByText(`${position} / ${PHOTOS_PER_SAVED_HOUSE}`, { exact: true })
  await opener.click()
  await page.getByRole('button', { name: 'Next photo' }).click()
  await page.getByRole('button', { name: 'Next photo' }).click()
  await expect(counter(3)).toBeVisible()

  await page.reload()
  await expect(counter(3)).toBeVisible()
  await phone.setOffline(true)
  await page.reload()
  await expect(counter(3)).toBeVisible()

  await page.getByRole('button', { name: 'Close' }).click()
  await opener.click()
  await expect(counter(1)).toBeVisible()
})

test('a visitor who reloads a shared house keeps the scroll position, online and offline', async ({
  newPhone: phone,
}) => {
  const { page } = phone
  await page.goto(`/listings?listing=${SAVED_HOUSES[0]}`)
  await phone.untilWorkerServes()
  const links = page.getByRole('link', { name: 'See some houses for free' })
  // The worker now answers with the shell, and the app renders the house from the device.
  for (const isOffline of [false, true]) {
    await phone.setOffline(isOffline)
    await page.reload()
    await expect(links).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const top = await page.evaluate(() => scrollY)
    expect(top).toBeGreaterThan(100)
    await page.reload()
    await expect(links).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
  }
})
