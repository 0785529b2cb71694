import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { HEIC, jpeg, phonePhoto } from '#tests/support/pictures.ts'
import { addPerson, expect, signIn, test, violations } from './fixtures.ts'

const NEW = 'a path through the moss'

/** Somebody new, on their own account. */
async function openAccount(page: Page) {
  const person = await addPerson(page.request)
  await page.goto('/account')
  await signIn(page, person)
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  return person
}

const choosePicture = (page: Page, buffer: Buffer, mimeType = 'image/jpeg') =>
  page.getByLabel('Choose Picture').setInputFiles({ name: 'me', mimeType, buffer })

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme })

    test('the account has no barrier that axe can find, also while it is changed', async ({
      page,
    }) => {
      await openAccount(page)
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Edit Full Name' }).click()
      await page.getByRole('button', { name: 'Edit Email Address' }).click()
      await page.getByRole('button', { name: 'Save' }).last().click()
      await page.getByRole('button', { name: 'Change Password' }).click()
      await page.getByRole('button', { name: 'Update Password' }).click()
      await expect(page.getByText('All password fields are required')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  })
}

test('name, address, password and picture are changed, and one signs in with them', async ({
  page,
}) => {
  const { password } = await openAccount(page)
  await page.getByRole('button', { name: 'Edit Full Name' }).click()
  await page.getByLabel('Full Name').fill('Mei Okada')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Name updated successfully!')).toBeVisible()
  const menu = page.getByRole('button', { name: 'Account menu of Mei Okada' })
  await expect(menu).toHaveText(/MO$/)

  const email = `${randomUUID()}@example.com`
  await page.getByRole('button', { name: 'Edit Email Address' }).click()
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Current Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Email updated successfully!')).toBeVisible()

  await choosePicture(page, await phonePhoto(4000, 3000))
  await expect(page.getByText('Profile picture updated successfully!')).toBeVisible()
  for (const picture of [menu.locator('img'), page.getByRole('main').locator('img')]) {
    await expect(picture).toHaveJSProperty('naturalWidth', 512)
  }

  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current Password').fill(password)
  await page.getByLabel('New Password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm New Password').fill(NEW)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password updated successfully!')).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await signIn(page, { email, password: NEW })
  await expect(menu.locator('img')).toBeVisible()
})

test.describe('with what cannot be taken', () => {
  test.use({ expectedErrors: [/status of (422|500)/] })

  test('each refusal says why, and everything stays as it was', async ({ page }) => {
    await openAccount(page)
    const menu = page.getByRole('button', { name: /Account menu/ })
    await choosePicture(page, Buffer.from('It is me'), 'text/plain')
    await expect(page.getByText('Please select an image file')).toBeVisible()
    await choosePicture(page, HEIC, 'image/heic')
    await expect(page.getByText(/^HEIC pictures cannot be read/)).toBeVisible()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await choosePicture(page, Buffer.from(svg), 'image/svg+xml')
    await expect(page.getByText(/^The file is not a JPEG/)).toBeVisible()
    const photo = await jpeg()
    await choosePicture(page, photo.subarray(0, photo.length / 2))
    await expect(page.getByText('The picture is damaged or cut off')).toBeVisible()
    await expect(menu).toHaveText(/AP$/)

    await page.route('**/profile-picture', (route) =>
      route.fulfill({ status: 500, json: { detail: 'Out of order' } }),
    )
    await choosePicture(page, photo)
    await expect(page.getByText('Out of order')).toBeVisible()
    await expect(menu).toHaveText(/AP$/)

    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByLabel('Current Password').fill('not it')
    await page.getByLabel('New Password', { exact: true }).fill(NEW)
    await page.getByLabel('Confirm New Password').fill(NEW)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Current password is incorrect')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  })
})
