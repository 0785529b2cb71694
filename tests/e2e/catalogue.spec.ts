import type { Page } from '@playwright/test'
import type { Phone } from '#tests/support/phone.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { expect, openSignedIn, test } from './fixtures.ts'
import { saveCatalogue, savedHouses } from './saved-catalogue.ts'

/** Allow the errors that the browser itself logs when a request fails. */
test.use({
  expectedErrors: [/^Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/],
})

const results = (page: Page, count: number) => page.getByText(`of ${count} results`)

async function saveDetails({ page }: Phone) {
  await page.getByText('Details by prefecture: none of').click()
  await page.getByRole('button', { name: 'Save Hyogo', exact: true }).click()
  await expect(page.getByText(/^Details by prefecture: 1 of/)).toBeVisible()
  await expect(page.getByText(/Hyogo: .* saved/)).toBeVisible()
  await expect(savedHouses(page)).toBeVisible()
}

async function loseServer(phone: Phone, server: ProxiedServer) {
  await phone.untilWorkerServes()
  await phone.setOffline(true)
  await server.network.set('refuse')
}

async function findServer(phone: Phone, server: ProxiedServer) {
  await server.network.set('pass')
  await phone.setOffline(false)
}

test('after a cold start without a server, this device finds, counts and opens houses', async ({
  phone,
  server,
}) => {
  await saveCatalogue(phone, server)
  await saveDetails(phone)
  await loseServer(phone, server)
  await phone.restart()
  const { page } = phone

  await page.goto('/listings')
  await expect(results(page, 330)).toBeVisible()
  await expect(page.getByText(/Showing what you saved at \d\d:\d\d/)).toBeVisible()
  await page.getByRole('button', { name: /Filters/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Prefecture', { exact: true }).selectOption('hyogo')
  await expect(sheet.getByRole('option', { name: /Tanba .*\(330\)/ })).toBeAttached()
  await sheet.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/prefecture=hyogo/)
  await expect(results(page, 330)).toBeVisible()

  await page.goto('/listings?page=3&sort=price-asc')
  await expect(page.getByText('Showing 41-60 of 330 results')).toBeVisible()
  await page.goto('/listings/kept-001')
  await expect(page.getByText('0795-00-0000')).toBeVisible()
  await findServer(phone, server)
})

test('after a cold start without a server, a person finds a place by typing its name', async ({
  phone,
  server,
}) => {
  await saveCatalogue(phone, server)
  await loseServer(phone, server)
  await phone.restart()
  const { page } = phone

  await page.goto('/listings')
  await expect(results(page, 330)).toBeVisible()
  await page.getByRole('button', { name: /Filters/ }).click()
  await page.getByLabel('Place, station or region').focus()
  await page.getByRole('combobox', { name: 'Place, station or region' }).pressSequentially('tanb')
  await page.getByRole('option', { name: /^Tanba丹波市/ }).click()
  await expect(page).toHaveURL(/place=28223/)
  await expect(results(page, 330)).toBeVisible()
  await findServer(phone, server)
})

test('after a cold start without a server, the houses of a prefecture that was saved with photos show them', async ({
  phone,
  server,
}) => {
  await saveCatalogue(phone, server)
  await phone.page.getByText('Details by prefecture: none of').click()
  await phone.page.getByRole('button', { name: 'Save with photos: Hyogo' }).click()
  const photos = phone.page.getByRole('region', { name: 'Photos of other houses' })
  await expect(photos.getByText(/^330 houses saved, /)).toBeVisible({ timeout: 120_000 })
  await loseServer(phone, server)
  await phone.restart()
  const { page } = phone

  await page.goto('/listings/kept-001')
  await expect(page.getByText('0795-00-0000')).toBeVisible()
  const photo = page.locator('main img').first()
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await findServer(phone, server)
})

test('a house whose details are not saved says so, and what saves them', async ({
  phone,
  server,
}) => {
  await saveCatalogue(phone, server)
  await loseServer(phone, server)
  const { page } = phone
  await page.goto('/listings/seen-300')
  await expect(page.getByText('This device has only the main facts of this house.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'On This Device' }).click()
  await expect(savedHouses(page)).toBeVisible()
  await findServer(phone, server)
})

test('with the newest catalogue, a changed filter sends no request for the search', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await saveCatalogue(phone, server)
  await page.getByRole('link', { name: 'All Listings' }).click()
  await expect(results(page, 330)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/listings')) asked.push(pathname)
  })
  await page.getByLabel('Sort By').selectOption('price-asc')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Showing 21-40 of 330 results')).toBeVisible()
  expect(asked).toEqual([])
})

test('with the newest catalogue, a start of the app sends no request for a search', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await saveCatalogue(phone, server)
  await page.goto('/account')
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/listings')
  await expect(results(page, 330)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked).toContain('/v1/catalogue')
  expect(asked.filter((path) => path.startsWith('/v1/listings'))).toEqual([])
})

test('this device counts the saved searches, with and without a network, and sends no request for it', async ({
  phone,
  server,
}) => {
  await saveCatalogue(phone, server)
  const asked: string[] = []
  phone.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const list = () => phone.page.getByRole('dialog', { name: 'Saved Searches' })
  await phone.page.goto('/listings?prefecture=hyogo')
  await expect(results(phone.page, 330)).toBeVisible()
  await phone.page.waitForLoadState('networkidle')
  await phone.page.getByRole('button', { name: 'Save This Search' }).click()
  await phone.page.getByRole('button', { name: 'Save', exact: true }).click()
  await phone.page.getByRole('button', { name: 'Saved Searches' }).click()
  await expect(list().getByText('330 houses')).toBeVisible()
  expect(asked).not.toContain('/v1/saved-searches/counts')

  await loseServer(phone, server)
  await phone.restart()
  await phone.page.goto('/listings#saved-searches')
  await expect(list().getByText('330 houses')).toBeVisible()
  await expect(list().getByText('Changing and deleting need a connection.')).toBeVisible()
  await findServer(phone, server)
})

test('signing out leaves no byte of the catalogue', async ({ phone, server }) => {
  const { page } = phone
  await saveCatalogue(phone, server)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/(login)?$/)
  await expect.poll(() => readStored(page)).toEqual({ blocks: [], mark: null })
})

test('removing all houses in one tab ends the download in another', async ({ phone, server }) => {
  const { page, context } = phone
  await saveCatalogue(phone, server)
  // The next block never arrives.
  await context.route('**/v1/catalogue/blocks/*', () => undefined)
  await page.getByText('Details by prefecture: none of').click()
  await page.getByRole('button', { name: 'Save Hyogo', exact: true }).click()
  const tab = await context.newPage()
  await tab.goto('/device')
  await expect(tab.getByText('Saving for offline')).toBeVisible()

  await tab.getByRole('button', { name: 'Remove all houses' }).click()
  await tab.getByRole('button', { name: /^Remove [\d.]+\skB/ }).click()
  for (const one of [page, tab]) {
    await expect(one.getByRole('button', { name: /^Save all houses/ })).toBeVisible()
  }
  await expect.poll(() => readStored(page)).toEqual({ blocks: ['catalogue'], mark: null })
})

test('a damaged block is never searched, and is fetched again', async ({ phone, server }) => {
  const { page } = phone
  await saveCatalogue(phone, server)
  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('engawa-catalogue')
      request.onsuccess = () => resolve(request.result)
    })
    const rows = db.transaction('blocks', 'readwrite').objectStore('blocks')
    const cursor = rows.openCursor()
    await new Promise<void>((resolve) => {
      cursor.onsuccess = () => {
        const { result } = cursor
        if (!result) return resolve()
        if (result.value instanceof Uint8Array) result.update(result.value.fill(7, 100, 5_000))
        result.continue()
      }
    })
    db.close()
  })
  const fetched: string[] = []
  page.on('requestfinished', (request) => {
    if (request.url().includes('/catalogue/blocks/')) fetched.push(request.url())
  })
  await page.goto('/listings?sort=price-asc')
  await expect(results(page, 330)).toBeVisible()
  await expect.poll(() => fetched.length).toBeGreaterThan(0)
  await page.goto('/device')
  await expect(savedHouses(page)).toBeVisible()

  await loseServer(phone, server)
  await expect(async () => {
    await page.goto('/listings?sort=price-desc')
    await expect(results(page, 330)).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await findServer(phone, server)
})

test('houses that the browser has deleted are saved again at the next start, and the app says so', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await saveCatalogue(phone, server)
  await phone.clearStorage(['indexeddb'])
  await page.goto('/listings')
  await expect(page.getByText('Saving 330 houses for searches without a signal')).toBeVisible()
  await expect(page.getByText(/^Your browser has deleted them\. [\d.]+\skB\./)).toBeVisible()
  await page.goto('/device')
  await expect(savedHouses(page)).toBeVisible()
})

test('a download that a crash has interrupted goes on, and fetches no block twice', async ({
  phone,
  server,
}) => {
  const subscriber = await server.addSubscriber()
  await openSignedIn(phone.page, subscriber, '/device')
  // A killed browser loses what it has just stored, such as the session of this sign-in.
  await phone.restart()
  const fetched: string[] = []
  let allowed = 1
  function countBlocks({ page }: Phone) {
    return page.route('**/v1/catalogue/blocks/*', async (route) => {
      if (allowed === 0) return
      allowed -= 1
      await route.continue()
      fetched.push(route.request().url())
    })
  }

  await countBlocks(phone)
  await phone.page.goto('/device')
  await phone.page.getByRole('button', { name: /^Save all houses/ }).click()
  await expect.poll(async () => (await readStored(phone.page)).blocks.length).toBe(2)
  await phone.kill()
  allowed = Number.POSITIVE_INFINITY
  await countBlocks(phone)
  await phone.page.goto('/device')
  await expect(savedHouses(phone.page)).toBeVisible()
  expect(fetched.length).toBeGreaterThan(1)
  expect(new Set(fetched).size).toBe(fetched.length)
})

/** What the browser's storage has of the catalogue. */
function readStored(page: Page) {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await result(indexedDB.open('engawa-catalogue'))
    const blocks = await result(db.transaction('blocks').objectStore('blocks').getAllKeys())
    db.close()
    return { blocks, mark: localStorage.getItem('catalogue') }
  })
}
