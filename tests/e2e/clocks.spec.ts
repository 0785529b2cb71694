import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { expect, signIn, test } from './fixtures.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Allow the errors that the browser itself logs when a request fails. */
const FAILED_REQUEST = /^Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/
test.use({ expectedErrors: [FAILED_REQUEST] })

declare global {
  var RightDate: DateConstructor | undefined
}

/** Makes the phone's clock wrong by `error` milliseconds, from the next page load on. */
function setClock({ context }: Phone, error: number) {
  return context.addInitScript((error) => {
    globalThis.RightDate ??= Date
    const Right = globalThis.RightDate
    globalThis.Date = new Proxy(Right, {
      construct: (_, given) =>
        given.length === 0 ? new Right(Right.now() + error) : Reflect.construct(Right, given),
      get: (_, name) =>
        name === 'now' ? () => Right.now() + error : Right[name as keyof DateConstructor],
    })
  }, error)
}

const cancelled = (server: ProxiedServer, endsAt: Date) =>
  server.addSubscriber({ status: 'cancelled', endsAt, favorites: SAVED_HOUSES.slice(0, 1) })
const end = ({ page }: Phone) => page.getByText(/expired|have ended|Subscription Required/)

test('a phone whose clock is nine hours ahead keeps full access', async ({ phone, server }) => {
  const { page } = phone
  await setClock(phone, 9 * HOUR)
  await signIn(page, await cancelled(server, new Date(Date.now() + 4 * HOUR)))
  await expect(page.getByText('Showing 1-20 of 330 results')).toBeVisible()
  await page.goto('/subscription/manage')
  await expect(page.getByRole('button', { name: 'Reactivate Subscription' })).toBeVisible()
  await page.goto('/favorites')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  await expect(end(phone)).toHaveCount(0)
})

for (const [direction, error] of [
  ['ahead', DAY],
  ['behind', -DAY],
] as const) {
  test(`a phone whose clock is set a day ${direction} between two starts keeps the access that the server confirms, also after the clock is corrected`, async ({
    phone,
    server,
  }) => {
    const { page } = phone
    await signIn(page, await cancelled(server, new Date(Date.now() + 4 * HOUR)))
    await expect(page.getByText('Showing 1-20 of 330 results')).toBeVisible()
    await phone.untilWorkerServes()
    for (const wrong of [error, 0]) {
      await setClock(phone, wrong)
      for (const path of ['/favorites', '/listings?listing=', '/favorites']) {
        await page.goto(path.endsWith('=') ? `${path}${SAVED_HOUSES[3]}` : path)
        await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
        await expect(end(phone)).toHaveCount(0)
      }
    }
  })

  test(`a phone whose clock is a day ${direction} opens no houses after the access has ended on the server`, async ({
    phone,
    server,
  }) => {
    await setClock(phone, error)
    await signIn(phone.page, await cancelled(server, new Date(Date.now() - HOUR)))
    await expect(phone.page).not.toHaveURL(/\/login/)
    await phone.page.goto('/favorites')
    await expect(phone.page.getByText('Subscription Required')).toBeVisible()
  })
}

test('offline, setting the clock back does not restore access that may have ended', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await signIn(page, await cancelled(server, new Date(Date.now() + DAY)))
  await phone.untilWorkerServes()
  await page.getByRole('link', { name: 'Favorites' }).click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  await server.network.set('refuse')

  for (const error of [2 * DAY, -8 * DAY, -8 * DAY]) {
    await setClock(phone, error)
    await page.goto('/favorites')
    await expect(
      page.getByText('It may have ended. Connect to the internet to check'),
    ).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Manage Subscription' })).toHaveCount(0)
  }

  await server.network.set('pass')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1, { timeout: 40_000 })
})

test('in a browser whose database hangs, a person can sign in, and learns that nothing can be saved', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await phone.context.addInitScript(() => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest
  })
  await signIn(page, await cancelled(server, new Date(Date.now() + DAY)))
  await expect(page.getByText('Showing 1-20 of 330 results')).toBeVisible({ timeout: 5_000 })
  await page.goto('/favorites')
  await expect(page.getByRole('link', { name: 'This browser cannot save anything' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
})
