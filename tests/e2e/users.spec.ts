import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { mailsTo } from '#tests/support/mail-folder.ts'
import { demoAccount, expect, openSignedIn, signIn, test, violations } from './fixtures.ts'

// Without reduced motion, elements fade in. During the fade, they fail axe's contrast check.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PASSWORD = 'a lantern in the hall'

async function openDashboard(page: Page) {
  await openSignedIn(page, demoAccount('admin'), '/admin/dashboard')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Creates a user with the keyboard alone. */
async function createUser(page: Page, { name, email }: { name: string; email: string }) {
  await button(page, 'Create New User').press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
}

/** Searches the table for this email, and waits until no other row is left. */
async function searchTable(page: Page, table: 'Users' | 'Subscriptions', email: string) {
  const labels = { Users: 'Search by name or email', Subscriptions: 'Search by email' }
  await page.getByRole('searchbox', { name: labels[table] }).fill(email)
  const cells = page.getByRole('table', { name: table }).getByRole('cell')
  await expect(cells.filter({ hasText: '@' })).toHaveText([email])
}

test.describe('an administrator can manage users', () => {
  // The browser logs each status: 409 for a taken address, 401 for a blocked user, and 500 for a
  // failing server.
  test.use({ expectedErrors: [/status of (401|409|500)/] })

  // Slow: only this test tries keyboard, focus and axe in every dialog of people.
  test('an administrator creates, edits, mails, blocks, unblocks and deletes a user', {
    tag: '@both-windows',
  }, async ({ page, browser, baseURL }) => {
    const email = `${randomUUID()}@example.com`
    const dialog = page.getByRole('dialog')
    await openDashboard(page)
    expect(await violations(page)).toEqual([])

    await button(page, 'Create New User').click()
    await button(page, 'Create User').click()
    for (const sentence of ['Name is required', 'Email is required', 'Password is required']) {
      await expect(page.getByText(sentence)).toBeVisible()
    }
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(button(page, 'Create New User')).toBeFocused()
    // The focus returns before the dialog has closed, so wait until the form is gone.
    await expect(page.getByText('Name is required')).toHaveCount(0)

    await createUser(page, { name: 'Mei Okada', email })
    await expect(page.getByText('User created successfully')).toBeVisible()
    await expect(button(page, 'Create New User')).toBeFocused()
    await createUser(page, { name: 'Another', email })
    await expect(page.getByText('Failed to create user')).toBeVisible()
    await expect(page.getByText('User created successfully')).toBeHidden()
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
      'This email is already registered. Please use a different email.',
    )
    await button(page, 'Cancel').click()

    await searchTable(page, 'Users', email)
    await button(page, 'Edit Mei Okada').click()
    await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(
      /leave blank to keep unchanged/,
    )
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Name').fill('Mei Sato')
    await button(page, 'Save').click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    await expect(button(page, 'Edit Mei Sato')).toBeFocused()

    await button(page, 'Send password reset to Mei Sato').click()
    await expect(page.getByText('Password reset email sent')).toBeVisible()
    await expect
      .poll(() => mailsTo(process.env.E2E_DIRECTORY ?? '', email).map(({ subject }) => subject))
      .toEqual(['Your Engawa verification code'])

    const theirs = await browser.newPage({ baseURL })
    await theirs.goto('/account')
    await signIn(theirs, { email, password: PASSWORD })
    await expect(theirs.getByRole('heading', { name: 'Account Settings' })).toBeVisible()

    await button(page, 'Block Mei Sato').click()
    await expect(dialog).toContainText('renewal of a paid subscription is stopped')
    expect(await violations(page)).toEqual([])
    await button(page, 'Cancel').click()
    await expect(button(page, 'Block Mei Sato')).toBeFocused()
    await button(page, 'Block Mei Sato').click()
    await button(page, 'Block').click()
    await expect(page.getByText('User blocked successfully')).toBeVisible()
    await expect(page.getByText('Blocked', { exact: true })).toBeVisible()

    await button(theirs, 'Edit Full Name').click()
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await theirs.close()

    await page.route('**/block', (route) => route.fulfill({ status: 500, json: {} }))
    await button(page, 'Unblock Mei Sato').click()
    await expect(page.getByText('Failed to unblock user')).toBeVisible()
    await page.unroute('**/block')
    await button(page, 'Unblock Mei Sato').click()
    await expect(page.getByText('User unblocked successfully')).toBeVisible()

    await searchTable(page, 'Subscriptions', email)
    await button(page, `Edit subscription for ${email}`).click()
    await expect(dialog).toHaveAccessibleName(`Edit Subscription for ${email}`)
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Status').selectOption('Active')
    await expect(page.getByText('Subscription updated successfully')).toBeVisible()
    await expect(dialog.getByLabel('Plan')).toHaveValue('premium')
    await expect(dialog.getByLabel('Status')).toBeFocused()
    await dialog.getByLabel('Plan').selectOption('Free')
    await expect(dialog.getByLabel('Status')).toHaveValue('inactive')
    await button(page, 'Done').click()
    await expect(button(page, `Edit subscription for ${email}`)).toBeFocused()

    await button(page, 'Delete Mei Sato').click()
    await expect(dialog).toContainText('This cannot be undone')
    expect(await violations(page)).toEqual([])
    await button(page, 'Delete').click()
    await expect(page.getByText('User deleted successfully')).toBeVisible()
    await expect(page.getByText('No users found')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused()
    expect(await violations(page)).toEqual([])
  })
})

test.describe('the dashboard reports server errors', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('when the server fails, the dashboard says what failed, and nothing changes', async ({
    page,
    context,
  }) => {
    const { email } = demoAccount('member')
    const dialog = page.getByRole('dialog')
    const users = page.getByRole('table', { name: 'Users' })
    await openDashboard(page)
    await searchTable(page, 'Users', email)
    await searchTable(page, 'Subscriptions', email)
    await page.route(/\/v1\/(users|subscriptions)/, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 500, json: { detail: 'Out of order' } }),
    )
    const expectFailure = async (what: string) => {
      await expect(page.getByText(`Failed to ${what}`)).toBeVisible()
      await expect(page.getByText('Out of order').first()).toBeVisible()
    }

    await createUser(page, { name: 'Mei Okada', email: `${randomUUID()}@example.com` })
    await expectFailure('create user')
    await button(page, 'Cancel').click()

    await users.getByRole('button', { name: /^Edit / }).click()
    await dialog.getByLabel('Name').fill('Somebody Else')
    await button(page, 'Save').click()
    await expectFailure('update user')
    await button(page, 'Cancel').click()

    await users.getByRole('button', { name: /^Send password reset/ }).click()
    await expectFailure('send password reset')

    await users.getByRole('button', { name: /^Block / }).click()
    await button(page, 'Block').click()
    await expectFailure('block user')
    await button(page, 'Cancel').click()

    await users.getByRole('button', { name: /^Delete / }).click()
    await button(page, 'Delete').click()
    await expectFailure('delete user')
    await button(page, 'Cancel').click()

    await button(page, `Edit subscription for ${email}`).click()
    await dialog.getByLabel('Status').selectOption('Active')
    await expectFailure('update subscription')
    await expect(dialog.getByLabel('Status')).toHaveValue('inactive')
    await button(page, 'Done').click()

    await page.unrouteAll()
    // A query fails only after three retries, which take seven seconds. So each list fails in a tab
    // of its own, at the same time as the other list.
    const expectLoadFailure = async (list: string) => {
      const tab = await context.newPage()
      await tab.route(new RegExp(`/v1/${list}(\\?|/count)`), (route) =>
        route.fulfill({ status: 500, json: { detail: 'Out of order' } }),
      )
      await tab.goto(page.url())
      await expect(tab.getByText(`Failed to load ${list}`).first()).toBeVisible({ timeout: 30_000 })
      await tab.close()
    }
    await Promise.all(['users', 'subscriptions'].map(expectLoadFailure))
    await page.reload()
    await expect(users.getByRole('cell', { name: email })).toBeVisible()
  })
})

test.describe('only administrators can open the dashboard', () => {
  test('people who are not administrators cannot open the dashboard', async ({ page }) => {
    await page.goto('/admin/dashboard')
    await signIn(page, demoAccount('member'))
    await expect(page.getByText('Access Denied')).toBeVisible()
    await expect(page.getByText('Admin access required')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})
