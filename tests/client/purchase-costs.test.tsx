import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { updateDisplay } from '#contract/profile.ts'
import { listings } from '#server/db/schema.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { readBrowserStorage } from '#tests/support/browser-storage.ts'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let emma: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  openCacheStorage()
  emma = await server.addSubscriber()
  await server.addListing({
    id: 'ine',
    propertyType: 'House',
    location: 'Ine',
    prefecture: 'kyoto',
    priceYen: 3_000_000,
    priceCents: 2_000_000,
    constructionYear: 1975,
  })
})

async function openCosts() {
  const app = openApp('/listings/ine', emma)
  const house = within(await screen.findByRole('article'))
  await app.person.click(await house.findByRole('heading', { name: 'What it costs to buy' }))
  return { ...app, house }
}

/** The amount and the rule of a cost. */
const readLine = (house: ReturnType<typeof within>, name: string) =>
  house.getByText(name).parentElement?.textContent

test("the list of a house's costs shows the source and the last valid day of each cost", async () => {
  const { house } = await openCosts()
  // The sum of all one-time costs is a range, because some costs are ranges.
  house.getByText(/^about ¥[\d,]+ – ¥[\d,]+ on top of the price$/)
  await house.findByText('Agent')
  expect(readLine(house, 'Agent')).toContain('¥154,000 – ¥330,000')
  const stamp = readLine(house, 'Stamp duty on the contract')
  expect(stamp).toContain('¥1,000')
  expect(stamp).toContain('Source: National Tax Agency, tax answer No. 7108')
  expect(stamp).toContain('valid until Mar 31, 2027')
  expect(readLine(house, 'Fixed asset tax')).toContain('¥')
})

test('if the device cannot store an assessed value, the form says that it is not saved', async () => {
  const { person, house } = await openCosts()
  const value = await house.findByRole('textbox', { name: 'House, in yen' })
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  onTestFinished(() => put.mockRestore())
  await person.type(value, '150万')
  await house.findByText(/^Not saved: this device’s storage is full/)
  put.mockRestore()
  await person.type(value, '{Backspace}{Backspace}1万')
  await waitFor(() => expect(house.queryByText(/^Not saved/)).toBeNull())
})

test('if the person enters the assessed value of a house, the taxes are exact, and the device stores the value until log-out', async () => {
  const { person, house } = await openCosts()
  const value = await house.findByRole('textbox', { name: 'House, in yen' })
  await person.type(value, '150万')
  // The registration tax is 2.0 % of the assessed value of 1,500,000.
  await waitFor(() => expect(readLine(house, 'Registration of the house')).toMatch(/house¥30,000/))
  await waitFor(async () => expect(await readBrowserStorage()).toContain('1500000'))
  closeApp()

  network.disconnect()
  const reopened = await openCosts()
  const kept = await reopened.house.findByDisplayValue('1,500,000')
  expect(kept).toBeDefined()
  expect(readLine(reopened.house, 'Registration of the house')).toMatch(/house¥30,000/)

  network.reconnect()
  await person.click(await screen.findByRole('button', { name: /account menu/i }))
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await waitFor(async () => expect(await readBrowserStorage()).not.toContain('1500000'))
})

test('in the list of costs, an unreadable amount stays in its field with an error, and does not change the costs', async () => {
  const { person, house } = await openCosts()
  const value = await house.findByRole('textbox', { name: 'House, in yen' })
  await person.type(value, 'a lot')
  house.getByText('Write yen, such as 1,250,000 or 125万')
  expect(value).toHaveProperty('value', 'a lot')
  expect(value.getAttribute('aria-invalid')).toBe('true')
  expect(readLine(house, 'Registration of the house')).toContain(' – ')
})

test("if the seller's price is in dollars, the costs are computed from the price in yen, and the page states the rate", async () => {
  const { db } = server.services
  await db.update(listings).set({ priceYen: null })
  await bumpRevision(db, everyListing)
  await server.call(emma, updateDisplay, { currency: 'EUR', area_unit: 'm2' })
  const { person, house } = await openCosts()
  // The seller asks for $20,000. A dollar costs 150 yen, and a euro costs 174 yen.
  await person.click(house.getByText('about €17,200', { selector: 'summary' }))
  const note =
    'The seller’s price is in dollars. Converted at ¥150 to $1 on Sep 30, 2025 (fixed, rounded rates) and ¥174 to €1 on Sep 30, 2025 (fixed, rounded rates).'
  await house.findByText(
    (_, element) => element?.tagName === 'P' && element.textContent?.startsWith(note) === true,
  )
  const counted =
    'The seller’s price is in dollars. The costs are computed for about ¥3,000,000, at ¥150 to $1 on Sep 30, 2025 (fixed, rounded rates).'
  house.getByText((_, element) => element?.tagName === 'P' && element.textContent === counted)
  house.getByText(/^about ¥[\d,]+ – ¥[\d,]+ on top of the price$/)
  expect(readLine(house, 'Agent')).toContain('¥154,000 – ¥330,000')
  expect(readLine(house, 'With the price')).toMatch(/about ¥3,\d+,000 – ¥[\d,]+about €/)
})
