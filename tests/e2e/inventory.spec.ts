import { demoAccount, expect, openSignedIn, test, violations } from './fixtures.ts'

test.use({ expectedErrors: [/status of 422/] })

// This test hides no listing, because other tests count the listings of the same server.
test('an administrator corrects a listing by keyboard, must confirm before hiding it, and axe finds no problem', async ({
  page,
}) => {
  const path = '/admin/dashboard/listings?sort=created_at&order=asc'
  await openSignedIn(page, demoAccount('admin'), path)
  const table = page.getByRole('table', { name: 'Listings' })
  await expect(table.getByRole('link')).toHaveCount(20)
  await expect(table.getByRole('row').nth(1).locator('img')).toHaveJSProperty('naturalWidth', 320)
  expect(await violations(page)).toEqual([])
  const fits = () => page.evaluate(() => document.body.scrollWidth <= window.innerWidth)
  expect(await fits()).toBe(true)

  const house = table.getByRole('link').first()
  const { pathname } = new URL((await house.getAttribute('href')) ?? '', page.url())
  const id = pathname.split('/').at(-1) ?? ''
  await page.getByLabel('Id, place, phone or URL').fill(id)
  await expect(page.getByText(/^1–1 of 1 listings$/)).toBeVisible()
  await house.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'What subscribers see' }).locator('img').first(),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await fits()).toBe(true)

  const number = page.getByLabel('Contact number')
  const before = await number.inputValue()
  await number.fill('call me')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Contact number holds no telephone number')).toBeVisible()
  await expect(number).toBeFocused()
  expect(await violations(page)).toEqual([])
  await number.fill('０７９０－００－００００')
  await page.keyboard.press('Enter')
  await expect(number).toHaveValue('0790-00-0000')
  await expect(page.getByText('Listing updated successfully')).toBeVisible()
  await number.fill(before)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: before })).toBeVisible()

  const hide = page.getByRole('button', { name: 'Hide', exact: true })
  await hide.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Hide this listing?' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(hide).toBeFocused()
})

test('on a tablet, the tables of the dashboard break no words', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await openSignedIn(page, demoAccount('admin'), '/admin/dashboard/listings')
  const title = page.getByRole('table', { name: 'Listings' }).getByRole('link').first()
  await expect(title).toBeVisible()
  const lines = (element: Element) => element.getClientRects().length
  expect(await title.evaluate(lines)).toBe(1)

  await page.goto('/admin/dashboard/contacts')
  const button = page.getByRole('button', { name: 'Hide houses' }).first()
  await expect(button).toBeVisible()
  expect((await button.boundingBox())?.height).toBe(44)
})
