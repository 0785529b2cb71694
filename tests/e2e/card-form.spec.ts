import type { Page } from '@playwright/test'
import { precachedUrls } from '#tests/support/precache.ts'
import { addPerson, expect, openSignedIn, test, violations } from './fixtures.ts'

/** Matches requests that only a page with a card form makes. */
const PAYMENT_URLS = /\/sandbox|\/v1\/payments\/config|js\.stripe\.com/

/** Opens the subscription page of a new account and records its requests. */
async function openSubscription(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openSignedIn(page, await addPerson(page.request), '/listings')
  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  await expect(page.getByText('No Subscription Found')).toBeVisible()
  return { asked: () => asked.filter((url) => PAYMENT_URLS.test(url)) }
}

const openForm = (page: Page) => page.getByRole('button', { name: 'Subscribe Now - $20/month' })
const number = (page: Page) => page.getByRole('textbox', { name: 'Credit or debit card number' })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

test('no code of the card form is loaded before the card form is opened', async ({ page }) => {
  const { asked } = await openSubscription(page)
  await openForm(page).hover()
  await page.waitForLoadState('networkidle')
  expect(asked()).toEqual([])
  await openForm(page).click()
  await expect(number(page)).toBeVisible()
  expect(asked()).not.toEqual([])

  const worker = await (await page.request.get('/sw.js')).text()
  expect(precachedUrls(worker).filter((url) => PAYMENT_URLS.test(`/${url}`))).toEqual([])
})

test.describe('a person can pay with the keyboard alone', () => {
  test.use({ expectedErrors: [/the server responded with a status of 402/] })

  test('a person pays by card and confirms the payment with the bank', async ({ page }) => {
    await openSubscription(page)
    await openForm(page).focus()
    await page.keyboard.press('Enter')
    await expect(number(page)).toBeFocused()
    await page.keyboard.type('40000025000031551234567')
    await page.keyboard.press('Enter')

    const bank = page.getByRole('dialog', { name: 'Test bank: confirm this payment?' })
    await expect(bank).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(alert(page)).toContainText('We are unable to authenticate your payment method')
    await expect(number(page)).toHaveValue('4000 0025 0000 3155')

    // After the failure, the form focuses the button that retries the payment, so Enter presses it.
    await page.keyboard.press('Enter')
    await expect(bank.getByRole('button', { name: 'Complete' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Subscription activated successfully!')).toBeVisible()
    await page.goto('/listings')
    await expect(page.getByText(/^Showing 1-20 of \d+ results$/)).toBeVisible()
  })
})

test("axe finds no problem in the card form and in the bank's dialog", async ({ page }) => {
  await openSubscription(page)
  await openForm(page).click()
  await number(page).fill('4000002500003155')
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('1234567')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
})
