import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { openDatabase } from '#server/db/database.ts'
import { resetCodes, users } from '#server/db/schema.ts'
import { mailsTo } from '#tests/support/mail-folder.ts'
import { addPerson, expect, signIn, test, violations } from './fixtures.ts'

const NEW = 'a path through the moss'

async function askForCode(page: Page, email: string) {
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(
    page.getByText('If the email exists, a verification code has been sent.'),
  ).toBeVisible()
}

/** Returns the codes that were mailed to this address, newest last. */
function mailedCodes(email: string) {
  return mailsTo(process.env.E2E_DIRECTORY ?? '', email).flatMap(
    ({ text }) => text.match(/(?<=verification code is )\d{6}/) ?? [],
  )
}

async function mailedCode(email: string, count = 1) {
  await expect.poll(() => mailedCodes(email).length).toBe(count)
  return mailedCodes(email).at(-1) ?? ''
}

/** Expires the code of an account. */
async function expireCode(email: string) {
  const directory = process.env.E2E_DIRECTORY ?? ''
  const { db, close } = await openDatabase({ directory, share: true })
  const owner = db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const expired = { expiresAt: new Date() }
  await db.update(resetCodes).set(expired).where(eq(resetCodes.userId, owner))
  await close()
}

function wrong(code: string) {
  return code === '000000' ? '000001' : '000000'
}

async function choose(page: Page, code: string) {
  await page.getByLabel('Verification Code').fill(code)
  await page.getByLabel('New Password').fill(NEW)
  await page.getByLabel('Confirm Password').fill(NEW)
  await page.getByRole('button', { name: 'Update password' }).click()
}

test('a person replaces a forgotten password with a code pasted from the mail', async ({
  page,
  context,
}) => {
  const { email } = await addPerson(page.request)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await askForCode(page, email)
  expect(await violations(page)).toEqual([])

  // A phone may unload the page while the person reads mail, so the form must work after a reload.
  await page.reload()
  const code = await mailedCode(email)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), `code is ${code}.\n`)
  await page.getByLabel('Verification Code').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByLabel('Verification Code')).toHaveValue(code)

  await choose(page, code)
  const dialog = page.getByRole('dialog', { name: 'Password updated' })
  await expect(dialog).toContainText(
    'Your password has been updated successfully. Click OK to sign in.',
  )
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, { email, password: NEW })
  await expect(page.getByText('Premium Subscription Required')).toBeVisible()
})

test.describe('the password reset refuses wrong codes and reports failures', () => {
  test.use({ expectedErrors: [/status of (422|500)/] })

  test('after five wrong codes even the right code is refused, and a new code works', async ({
    page,
  }) => {
    const { email } = await addPerson(page.request)
    await page.goto('/forgot-password')
    await askForCode(page, email)
    const code = await mailedCode(email)
    for (let number = 1; number <= 5; number++) {
      const answer = page.waitForResponse('**/verify-reset-code')
      await choose(page, wrong(code))
      expect(await (await answer).json()).toEqual({ valid: false })
    }
    await choose(page, code)
    await expect(page.getByRole('alert')).toContainText('This code is wrong or no longer valid')
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await askForCode(page, email)
    await choose(page, await mailedCode(email, 2))
    await expect(page.getByRole('dialog', { name: 'Password updated' })).toBeVisible()
  })

  test('an expired code is refused', async ({ page }) => {
    const { email } = await addPerson(page.request)
    await page.goto('/forgot-password')
    await askForCode(page, email)
    const code = await mailedCode(email)
    await expireCode(email)
    await choose(page, code)
    await expect(page.getByRole('alert')).toContainText('This code is wrong or no longer valid')
  })

  test('each step of a password reset shows errors of fields and failures of the server', async ({
    page,
  }) => {
    const { email } = await addPerson(page.request)
    await page.goto('/forgot-password')
    await page.route('**/v1/auth/*-password', (route) =>
      route.fulfill({ status: 500, json: { detail: '' } }),
    )
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send verification code' }).click()
    await expect(page.getByText('Failed to send code')).toBeVisible()
    await page.unroute('**/v1/auth/*-password')
    await askForCode(page, email)

    await page.getByLabel('Verification Code').fill('12-3')
    await expect(page.getByLabel('Verification Code')).toHaveValue('123')
    await page.getByLabel('New Password').fill(NEW)
    await page.getByLabel('Confirm Password').fill('another')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter the 6-digit code sent to your email.')).toBeVisible()
    await expect(page.getByText('Passwords do not match.')).toBeVisible()
    await page.route('**/v1/auth/reset-password', (route) =>
      route.fulfill({ status: 500, json: { detail: '' } }),
    )
    await choose(page, await mailedCode(email))
    await expect(page.getByText('Failed to reset password')).toBeVisible()
  })
})
