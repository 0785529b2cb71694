import type { Browser, Page } from '@playwright/test'
import { findOverflow } from '#tests/support/screens.ts'
import { addPerson, expect, openSignedIn, test, violations } from './fixtures.ts'

test.use({ baseURL: async ({ server }, use) => use(server.origin) })

const SEARCH = '/listings?floorPlan=4LDK&sort=price-asc'
const NAME = '4LDK houses, lowest price first'

const results = (page: Page) => page.getByText(/^Showing 1-\d+ of \d+ results$/)
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save This Search' })
const savedButton = (page: Page) => page.getByRole('button', { name: 'Saved', exact: true })
const opener = (page: Page) => page.getByRole('button', { name: 'Saved Searches' })
const sheet = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => sheet(page).getByRole('listitem')

async function saveSearch(page: Page, name?: string) {
  await saveButton(page).click()
  if (name !== undefined) await sheet(page).getByLabel('Name').fill(name)
  await sheet(page).getByRole('button', { name: 'Save', exact: true }).click()
}

async function openSheet(page: Page) {
  await opener(page).click()
  await expect(sheet(page).getByRole('heading', { name: 'Saved Searches' })).toBeVisible()
}

/** Calls the API as the person on `page`. Returns the status of the response. */
async function send(page: Page, data: { name: string; search: string }) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${token}` }
  return (await page.request.post('/v1/saved-searches', { data, headers })).status()
}

async function openDevice(browser: Browser, person: { email: string; password: string }) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await openSignedIn(page, person, '/listings')
  return page
}

test('a search saved on one device can be opened, renamed and deleted on another device', {
  tag: '@both-windows',
}, async ({ page, browser, server }) => {
  const person = await server.addSubscriber()
  await openSignedIn(page, person, `${SEARCH}&pageSize=40&view=map`)
  await expect(results(page)).toBeVisible()
  const found = (await results(page).innerText()).match(/\d+ results$/)?.[0] ?? ''
  await expect(opener(page)).toHaveCount(0)

  await saveButton(page).click()
  await expect(sheet(page).getByLabel('Name')).toHaveValue(NAME)
  expect(await violations(page)).toEqual([])
  await sheet(page).getByLabel('Tell me about new and cheaper houses').selectOption('Every Monday')
  await sheet(page).getByLabel('By', { exact: true }).selectOption('Mail and notification')
  await expect(sheet(page).getByText(/^No device receives notifications yet/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(saveButton(page)).toBeFocused()
  await saveSearch(page)
  await expect(savedButton(page)).toBeFocused()
  await page.reload()
  await expect(savedButton(page)).toBeVisible()

  const other = await openDevice(browser, person)
  await openSheet(other)
  await expect(rows(other)).toHaveText(
    `${NAME}All listings, 4LDK, lowest price first${found.replace('results', 'houses')}Mail, every morning`,
  )
  expect(await violations(other)).toEqual([])
  await rows(other).getByRole('link').click()
  await expect(sheet(other)).toHaveCount(0)
  await expect(other).toHaveURL(/\/listings\?floorPlan=4LDK&sort=price-asc$/)
  await expect(results(other)).toContainText(found)

  await savedButton(other).click()
  await rows(other).getByRole('button', { name: 'Edit' }).click()
  const name = sheet(other).getByLabel('Name')
  await expect(name).toBeFocused()
  await name.fill(' ')
  await other.keyboard.press('Enter')
  await expect(sheet(other).getByText('Name is required')).toBeVisible()
  await name.fill('Bargains')
  await other.keyboard.press('Enter')
  await expect(rows(other).getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(rows(other)).toContainText('Bargains')

  await rows(other).getByRole('button', { name: 'Delete' }).click()
  await expect(sheet(other).getByText('You have no saved searches.')).toBeVisible()
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(other)).toContainText('Bargains')
  await rows(other).getByRole('button', { name: 'Delete' }).click()
  await expect(sheet(other).getByText('You have no saved searches.')).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(saveButton(other)).toBeVisible()
  await expect(opener(other)).toHaveCount(0)

  await page.reload()
  await expect(saveButton(page)).toBeVisible()
  await other.context().close()
})

test.describe('the number of saved searches is limited', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('a person with 50 saved searches is told to delete one before saving another', async ({
    page,
    server,
  }) => {
    await openSignedIn(page, await server.addSubscriber(), SEARCH)
    await expect(results(page)).toBeVisible()
    for (let year = 1901; year <= 1950; year++) {
      const search = { name: `From ${year}`, search: `construction_year_min=${year}` }
      expect(await send(page, search)).toBe(200)
    }
    await saveSearch(page)
    await expect(sheet(page).getByRole('alert')).toHaveText(
      'You have 50 saved searches, the most that one account can keep. Delete one to save another.',
    )
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await openSheet(page)
    await expect(rows(page)).toHaveCount(50)
    await expect(rows(page).last()).toContainText('From 1901')
  })
})

test('at 200 % text size, saved searches do not overflow the window', {
  tag: '@both-windows',
}, async ({ page, server }) => {
  await openSignedIn(page, await server.addSubscriber(), SEARCH)
  await expect(results(page)).toBeVisible()
  await saveSearch(page, '内子の古民家 '.repeat(11).trim())
  await expect(savedButton(page)).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await page.evaluate(findOverflow)).toEqual([])
  await openSheet(page)
  expect(await page.evaluate(findOverflow)).toEqual([])
  await rows(page).getByRole('button', { name: 'Edit' }).click()
  expect(await page.evaluate(findOverflow)).toEqual([])
})

test('a person without a subscription sees no saved searches', async ({ page, request }) => {
  await openSignedIn(page, await addPerson(request), SEARCH)
  await expect(page.getByRole('link', { name: /subscri/i }).first()).toBeVisible()
  await expect(saveButton(page)).toHaveCount(0)
  await expect(opener(page)).toHaveCount(0)
})

test.describe('saved searches can be opened offline', () => {
  test.use({ expectedErrors: [/^Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

  test('offline, the saved searches open, but saving, renaming and deleting need a connection', async ({
    phone,
    server,
  }) => {
    const { page } = phone
    await openSignedIn(page, await server.addSubscriber(), SEARCH)
    await saveSearch(page)
    await expect(savedButton(page)).toBeVisible()
    expect(await send(page, { name: 'Never opened', search: 'prefecture=kyoto' })).toBe(200)
    await page.reload()
    await openSheet(page)
    await expect(rows(page)).toHaveCount(2)

    await phone.setOffline(true)
    await phone.restart()
    await phone.page.goto('/listings')
    await openSheet(phone.page)
    await expect(
      sheet(phone.page).getByText('Changing, deleting and counting the houses need a connection.'),
    ).toBeVisible()
    await expect(sheet(phone.page).getByRole('button', { name: 'Delete' }).first()).toBeDisabled()
    await rows(phone.page).getByRole('link', { name: NAME }).click()
    await expect(savedButton(phone.page)).toBeVisible()

    await openSheet(phone.page)
    await rows(phone.page).getByRole('link', { name: 'Never opened' }).click()
    await expect(
      phone.page.getByRole('heading', { name: 'Not saved on this device' }),
    ).toBeVisible()

    await phone.page.goto('/listings?priceMax=70000')
    await saveButton(phone.page).click()
    await expect(sheet(phone.page).getByText('Saving a search needs a connection.')).toBeVisible()
    await expect(sheet(phone.page).getByRole('button', { name: 'Save' })).toBeDisabled()
  })
})
