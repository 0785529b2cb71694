import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { demoAccount, expect, openSignedIn, signIn, test, violations } from './fixtures.ts'

const PASSWORD = 'a lantern in the hall'
const STEP_MS = 30_000

/** Creates an administrator through the API, and opens the account settings. */
async function openAdminSettings(page: Page) {
  const { email: username, password } = demoAccount('admin')
  const answer = await page.request.post('/v1/auth/login', { form: { username, password } })
  const { access_token } = await answer.json()
  const admin = { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }
  const created = await page.request.post('/v1/users', {
    data: { ...admin, name: 'Ken Mori', role: 'admin' },
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(created.status()).toBe(200)
  await openSignedIn(page, admin, '/account')
  return { admin, card: page.getByRole('region', { name: 'Second Factor' }) }
}

async function signOut(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
}

test('an administrator adds a passkey by keyboard, and signs in with it', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { admin, card } = await openAdminSettings(page)
  await card.getByRole('button', { name: 'Add a Passkey' }).press('Enter')
  await expect(card.getByLabel('Current Password')).toBeFocused()
  await card.getByLabel('Current Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(
    card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10)
  expect(await violations(page)).toEqual([])
  await card.getByRole('button', { name: 'I Have Saved Them' }).press('Enter')
  await expect(card.getByText('10 of 10 recovery codes left')).toBeVisible()
  await expect(card.getByText('Not used yet')).toBeVisible()

  await signOut(page)
  await signIn(page, admin)
  const button = page.getByRole('button', { name: 'Use Your Passkey' })
  await expect(button).toBeFocused()
  expect(await violations(page)).toEqual([])
  await button.press('Enter')
  await page.waitForURL('**/listings')
})

test.describe('an administrator has an authenticator app', () => {
  // A wrong code is refused. The list may still load when the test signs out.
  test.use({ expectedErrors: [/status of (401|422)/] })

  test('and signs in with its code, or with a recovery code', async ({ page }) => {
    const { admin, card } = await openAdminSettings(page)
    await card.getByRole('button', { name: 'Add an Authenticator App' }).click()
    await card.getByLabel('Current Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(card.getByRole('img', { name: /^QR code/ })).toBeVisible()
    const key = await card.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()
    const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
    expect(await violations(page)).toEqual([])
    await card.getByLabel('Code from your authenticator app').fill(app.generate())
    await page.keyboard.press('Enter')
    const codes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const recoveryCode = await codes.first().innerText()

    await signOut(page)
    await signIn(page, admin)
    const field = page.getByLabel('Code from your authenticator app')
    await expect(field).toBeFocused()
    await field.fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^This code is wrong or was used before/)).toBeVisible()
    // The code that added the app was used, so type the next one, which a phone whose clock is half
    // a minute ahead shows.
    await field.fill(app.generate({ timestamp: Date.now() + STEP_MS }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/listings')

    await signOut(page)
    await signIn(page, admin)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/listings')
  })
})
