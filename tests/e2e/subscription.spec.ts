import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { openDatabase } from '#server/db/database.ts'
import { subscriptions, users } from '#server/db/schema.ts'
import { mailsTo } from '#tests/support/mail-folder.ts'
import { copyOfPhotographedHouses } from '#tests/support/prepared-folders.ts'
import {
  advanceProduct,
  type Product,
  removeDirectory,
  startProduct,
} from '#tests/support/product.ts'
import { addPerson, test as base, expect, type Person, signIn, violations } from './fixtures.ts'

/** Each test uses a server of its own, whose clock can advance without affecting other tests. */
const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs.
    async ({}, use) => {
      const directory = copyOfPhotographedHouses()
      const product = await startProduct({ directory, env: { SAMPLE_DATA: 'off' } })
      await use(product)
      await product.stop()
      removeDirectory(product.directory)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ product }, use) => use(product.origin),
})

// The browser logs an error for a declined card, and for a session that expired after a month.
test.use({ expectedErrors: [/the server responded with a status of 40[12]/] })
// These tests need a long timeout, because they advance the clock by a month and wait for all work
// that falls due.
test.describe.configure({ timeout: 180_000 })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const badge = (page: Page) =>
  page.getByRole('region', { name: 'Subscription Details' }).getByRole('definition').first()

async function registerMember(page: Page) {
  const person = await addPerson(page.request)
  await signIn(page, person)
  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  return person
}

async function payWith(page: Page, card: string) {
  await page.getByRole('textbox', { name: 'Credit or debit card number' }).fill(card)
  await page.getByRole('textbox', { name: /expiration/ }).fill('1234')
  await page.getByRole('textbox', { name: /CVC/ }).fill('987')
  await button(page, 'Subscribe $20/month').click()
}

async function subscribe(page: Page, card = '4242424242424242') {
  await button(page, 'Subscribe Now - $20/month').click()
  await payWith(page, card)
}

const activated = (page: Page) => page.getByText('Subscription activated successfully!')

async function cancel(page: Page) {
  await button(page, 'Cancel Subscription').click()
  await button(page, /^Cancel as of \w{3} \d\d, \d{4}$/).click()
  await expect(page.getByText('Subscription cancelled successfully')).toBeVisible()
}

/** Signs in a person whose session has expired. */
async function signInAgain(page: Page, person: Person) {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, person)
}

// Slow: only this test sees forms, bank, mails and the renewals of later months work together.
test('a subscription is started, cancelled, resumed, ended and renewed', async ({
  page,
  product,
}) => {
  const person = await registerMember(page)
  const openedAt = await page.evaluate(() => performance.timeOrigin)
  await subscribe(page)
  await expect(activated(page)).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Subscription activated successfully!')
  await page.getByRole('link', { name: 'All Listings' }).click()
  await expect(page.getByText(/^Showing 1-20 of/)).toBeVisible()
  expect(await page.evaluate(() => performance.timeOrigin), 'without a reload').toBe(openedAt)

  await page.goBack()
  await button(page, 'Cancel Subscription').dblclick()
  await expect(page.getByText('Cancel your subscription?')).toBeVisible()
  await button(page, 'Keep Subscription').click()
  await expect(badge(page)).toHaveText('Active')
  await cancel(page)
  await expect(badge(page)).toHaveText('Cancelled')
  await button(page, 'Reactivate Subscription').click()
  await expect(page.getByText('Subscription reactivated successfully!')).toBeVisible()
  await expect(badge(page)).toHaveText('Active')
  await cancel(page)

  await advanceProduct(product.directory, '32 days')
  await signInAgain(page, person)
  await expect(page).toHaveURL(/\/subscription\/renew$/)
  await expect(page.getByText(/^Your subscription has expired\./)).toBeVisible()
  await payWith(page, '4242424242424242')
  await expect(page).toHaveURL(/\/listings$/)
  await expect(activated(page)).toBeVisible()
  await expect(page.getByText(/^Showing 1-20 of/)).toBeVisible()
})

test("a card that needs the bank's confirmation is charged only if the person confirms the payment", async ({
  page,
}) => {
  await registerMember(page)
  await subscribe(page, '4000002500003155')
  await button(page, 'Fail').click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('unable to authenticate')
  await page.reload()
  await expect(page.getByText('No Subscription Found')).toBeVisible()

  await subscribe(page, '4000002500003155')
  await button(page, 'Complete').click()
  await expect(activated(page)).toBeVisible()
  await expect(badge(page)).toHaveText('Active')
})

test('a declined card gives no access, but paying with another card gives access', async ({
  page,
}) => {
  await registerMember(page)
  await subscribe(page, '4000000000000002')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Your card was declined.')
  await page.getByRole('link', { name: 'All Listings' }).click()
  await expect(page.getByText('Premium Subscription Required')).toBeVisible()

  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  await subscribe(page)
  await expect(activated(page)).toBeVisible()
})

// Slow: only this test sees a failed renewal from the bank to the mail and the page.
test('a failed renewal is reported by mail and on the page, and the person can pay with another card', async ({
  page,
  product,
}) => {
  const person = await registerMember(page)
  await subscribe(page)
  await expect(activated(page)).toBeVisible()
  await cancel(page)
  await button(page, /^Renew Before \w{3} \d\d$/).click()
  await expect(page.getByText(/^Nothing is charged today\./)).toBeVisible()
  await payWith(page, '4000000000000341')
  await expect(activated(page)).toBeVisible()

  await advanceProduct(product.directory, '1 month')
  await advanceProduct(product.directory, '2 hours')
  await signInAgain(page, person)
  await expect(page.getByText(/^Showing 1-20 of/)).toBeVisible()
  await page.goto('/subscription/manage')
  await expect(page.getByText(/^Your last payment did not go through\./)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 780 })
  const facts = page.getByRole('region', { name: 'Subscription Details' }).locator('dl')
  const [inner, tag] = await Promise.all([
    facts.boundingBox(),
    page.getByText('Payment failed').boundingBox(),
  ])
  expect((tag?.x ?? 0) + (tag?.width ?? 0)).toBeLessThanOrEqual(
    (inner?.x ?? 0) + (inner?.width ?? 0),
  )
  await expect
    .poll(() => mailsTo(product.directory, person.email).map(({ subject }) => subject))
    .toEqual([
      'Your Engawa subscription has started',
      'Your Engawa subscription is cancelled',
      'Your payment for Engawa failed',
    ])

  await button(page, 'Pay Now').click()
  await payWith(page, '4242424242424242')
  await expect(activated(page)).toBeVisible()
  await expect(page.getByText(/did not go through/)).toBeHidden()
  await expect(page.getByText('Next Billing Date')).toBeVisible()
})

test.describe('while access ends', () => {
  // The page may still send a request before it knows that access has ended.
  test.use({ expectedErrors: [/the server responded with a status of 403/] })

  test('axe finds no accessibility problem in any state of a subscription', async ({
    page,
    product,
  }) => {
    const { email } = await registerMember(page)
    await expect(page.getByText('No Subscription Found')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await subscribe(page)
    await expect(activated(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await button(page, 'Cancel Subscription').click()
    expect(await violations(page)).toEqual([])
    await button(page, /^Cancel as of/).click()
    await expect(button(page, /^Renew Before/)).toBeVisible()
    expect(await violations(page)).toEqual([])

    await endSubscription(product, email)
    await page.reload()
    await expect(button(page, 'Renew Subscription')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.goto('/subscription/renew')
    await expect(page.getByRole('textbox', { name: /card number/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})

async function endSubscription({ directory }: Product, email: string) {
  const { db, close } = await openDatabase({ directory, share: true })
  const owner = db.select({ id: users.id }).from(users).where(eq(users.email, email))
  await db
    .update(subscriptions)
    .set({ status: 'expired', endsAt: new Date() })
    .where(eq(subscriptions.userId, owner))
  await close()
}
