import type { Page } from '@playwright/test'
import { readVersion } from '#server/build/version.ts'
import { ROOT } from '#server/root.ts'
import { demoAccount, expect, openSignedIn, test, violations } from './fixtures.ts'

async function openSection(page: Page, section: 'Overview' | 'Audit') {
  await openSignedIn(page, demoAccount('admin'), '/admin/dashboard')
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: section })
    .click()
}

const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test('the overview shows users, monthly revenue, listings by prefecture and the version, and fits the screen', async ({
  page,
}) => {
  await openSection(page, 'Overview')
  await expect(page.getByRole('term').filter({ hasText: 'Users' })).toBeVisible()
  const revenue = page.getByRole('table', { name: 'Revenue by month' })
  await expect(revenue.getByRole('rowheader')).toHaveCount(12)
  const prefectures = page.getByRole('region', { name: 'Listings by prefecture' })
  await expect(prefectures.getByRole('listitem').first()).toContainText(/[1-9]/)
  const { version, commit } = readVersion(ROOT)
  await expect(page.getByText(`Engawa ${version}`)).toBeVisible()
  if (commit) await expect(page.getByText(`Commit ${commit.slice(0, 10)}`)).toBeVisible()
  expect(await isWide(page)).toBe(false)
  expect(await violations(page)).toEqual([])
})

test('an administrator reads and searches the audit log by keyboard', async ({ page }) => {
  await openSection(page, 'Audit')
  await page.reload()
  const section = page.getByRole('link', { name: 'Audit', exact: true })
  // The browser rounds the position to whole pixels, so the visible ratio may be a little below 1.
  await expect(section).toBeInViewport({ ratio: 0.99 })
  const email = `${crypto.randomUUID()}@example.com`
  const data = { name: 'Ana Prieto', email, password: 'a lantern in the hall', role: 'user' }
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`
  const headers = { authorization }
  expect((await page.request.post('/v1/users', { data, headers })).status()).toBe(200)

  await page.getByRole('searchbox', { name: 'Email, name or id' }).focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  const entry = page.getByRole('row').filter({ hasText: `Created ${email}` })
  await expect(entry).toContainText(demoAccount('admin').email)
  await expect(page.getByText('1–1 of 1 entries')).toBeVisible()
  const changes = entry.locator('summary')
  await changes.focus()
  await page.keyboard.press('Enter')
  await expect(entry.getByText('Ana Prieto')).toBeVisible()
  expect(await isWide(page)).toBe(false)
  expect(await violations(page)).toEqual([])
})
