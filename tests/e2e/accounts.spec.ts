import { randomUUID } from 'node:crypto'
import { demoAccount, expect, signIn, test } from './fixtures.ts'

test('a newcomer registers, signs in and sees what a subscription offers', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  await page.goto('/register')
  await page.getByLabel('Full Name').fill('Ana Prieto')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long walk home')
  await page.getByLabel('Confirm Password').fill('a long walk home')
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(page).toHaveURL(/\/login/)
  await expect(
    page.getByText('Account created successfully! Please log in to continue.'),
  ).toBeVisible()
  // The form is filled in, so one tap signs in.
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()

  await expect(page.getByText('Premium Subscription Required')).toBeVisible()
  await page.getByRole('link', { name: 'Manage Subscription' }).click()
  await expect(page).toHaveURL(/\/subscription\/manage$/)
  await expect(page.getByText('No Subscription Found')).toBeVisible()
})

test.describe('the server refuses wrong passwords and ended sessions', () => {
  test.use({ expectedErrors: [/the server responded with a status of 4\d\d/] })

  test('a wrong password shows an error, and the form keeps its values', async ({ page }) => {
    const { email } = demoAccount('member')
    await signIn(page, { email, password: 'not the password' })
    await expect(page.getByRole('alert')).toContainText('Incorrect email or password')
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })

  test('a person whose session the server has ended is sent to the login', async ({ page }) => {
    await signIn(page, demoAccount('subscriber'))
    await expect(page).toHaveURL(/\/listings/)
    await page.evaluate(() => localStorage.setItem('token', 'ended'))
    await page.goto('/listings')
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

test.describe('signing in does not work until the script that deletes the data of earlier sessions has loaded', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] })

  test('the login form says that the server could not be reached, and works once the server responds', async ({
    page,
  }) => {
    let isUnreachable = true
    await page.route('**/assets/wipe-data-*.js*', (route) =>
      isUnreachable ? route.abort() : route.continue(),
    )
    await signIn(page, demoAccount('subscriber'))
    await expect(page.getByRole('alert')).toContainText('The server could not be reached.')
    isUnreachable = false
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/listings/)
  })
})

test('each field of the registration form shows its own error', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  for (const sentence of ['Name is required', 'Email is required', 'Password is required']) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await page.getByLabel('Email').fill('ana')
  await expect(page.getByText('Email is required')).toBeHidden()
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('other')
  await page.getByRole('button', { name: 'Create Account' }).click()
  for (const sentence of [
    'Email is invalid',
    'Password must be at least 6 characters',
    'Passwords do not match',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
})

test('an address that has an account cannot register again', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Full Name').fill('Ana Prieto')
  await page.getByLabel('Email').fill(demoAccount('member').email)
  await page.getByLabel('Password', { exact: true }).fill('a long walk home')
  await page.getByLabel('Confirm Password').fill('a long walk home')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(
    page.getByText('This email is already registered. Please use a different email.'),
  ).toBeVisible()
  await expect(
    page.getByText('Email already registered. If this is your account, please login instead.'),
  ).toBeVisible()
})

test('a visitor who opens a protected page returns to it after signing in', async ({ page }) => {
  await page.goto('/listings?prefecture=kyoto')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, demoAccount('subscriber'))
  await expect(page).toHaveURL(/\/listings\?prefecture=kyoto$/)
})

test.describe('a tab that does not know yet that the session has ended', () => {
  // The tab can still ask for the shortlist with the ended session.
  test.use({ expectedErrors: [/status of 401/] })

  test('logging out ends the session in every tab', async ({ page, context }) => {
    await signIn(page, demoAccount('subscriber'))
    await expect(page).toHaveURL(/\/listings/)
    const otherTab = await context.newPage()
    await otherTab.goto('/listings')
    await expect(otherTab.getByText(/Showing \d+-\d+ of/)).toBeVisible()

    await page.getByRole('button', { name: /account/i }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(otherTab).toHaveURL(/\/login/)
  })
})

test('the home page redirects a visitor to the login, and a person without a subscription to the register page', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, demoAccount('member'))
  await expect(page.getByText('Premium Subscription Required')).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByRole('main')).toContainText(demoAccount('member').email)
  await expect(page.getByLabel('Full Name')).toHaveCount(0)
})
