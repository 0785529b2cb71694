import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { mailsTo } from '#tests/support/mail-folder.ts'
import { HEIC, jpeg, phonePhoto } from '#tests/support/pictures.ts'
import { addPerson, expect, openSignedIn, signIn, test, violations } from './fixtures.ts'

const NEW = 'a path through the moss'

/** Opens the account page of a new account. */
async function openAccount(page: Page) {
  const person = await addPerson(page.request)
  await openSignedIn(page, person, '/account')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  return person
}

const choosePicture = (page: Page, buffer: Buffer, mimeType = 'image/jpeg') =>
  page.getByLabel('Choose Picture').setInputFiles({ name: 'me', mimeType, buffer })

test('axe finds no accessibility problem on the account page, before and during editing', async ({
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

test('a person changes name, address, password and picture, and signs in with the new address and password', async ({
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
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, { email, password: NEW })
  await expect(menu.locator('img')).toBeVisible()
})

test('each invalid field of the account page shows its error, and nothing is sent', async ({
  page,
}) => {
  await openAccount(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Edit Full Name' }).click()
  await page.getByLabel('Full Name').fill(' ')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Name cannot be empty')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Edit Email Address' }).click()
  await page.getByLabel('Email Address').fill('nowhere')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(
    'Invalid email address',
  )
  await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription(
    'Current password is required',
  )
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Change Password' }).click()
  for (const [current, chosen, again, sentence] of [
    ['', '', '', 'All password fields are required'],
    ['it', NEW, 'another', 'New passwords do not match'],
    ['it', 'short', 'short', 'Password must be at least 6 characters long'],
  ] as const) {
    await page.getByLabel('Current Password').fill(current)
    await page.getByLabel('New Password', { exact: true }).fill(chosen)
    await page.getByLabel('Confirm New Password').fill(again)
    await page.keyboard.press('Enter')
    await expect(page.getByText(sentence)).toBeVisible()
  }
  expect(sent).toEqual([])
})

test.describe('the account page offers changes that cannot be undone', () => {
  test.use({ expectedErrors: [/status of (401|422)/] })

  test('a person signs out other devices, downloads the data and deletes the account by keyboard', async ({
    page,
  }) => {
    const { email, password } = await openAccount(page)
    const elsewhere = await page.request.post('/v1/auth/login', {
      form: { username: email, password },
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
      },
    })
    const { access_token: token } = await elsewhere.json()
    await page.reload()
    const devices = page.getByRole('region', { name: 'Where You Are Signed In' })
    await expect(devices.getByText('This device')).toBeVisible()
    await expect(devices.getByText('Firefox on Linux')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await devices.getByRole('button', { name: 'Log out everywhere else' }).press('Enter')
    await expect(devices.getByText('You are now logged out on one other device.')).toBeVisible()
    await expect(devices.getByText('Firefox on Linux')).toBeHidden()
    const headers = { authorization: `Bearer ${token}` }
    expect((await page.request.get('/v1/auth/me', { headers })).status()).toBe(401)

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download My Data' }).press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^engawa-data-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
      user: { email },
    })

    const opener = page.getByRole('button', { name: 'Delete Account…' })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expect(dialog).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()

    await opener.press('Enter')
    await dialog.getByLabel('Current Password').fill('not it')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
    await dialog.getByLabel('Current Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your account has been deleted.')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await signIn(page, { email, password })
    await expect(page.getByRole('alert')).toContainText('Incorrect email or password')
    await expect
      .poll(() => mailsTo(process.env.E2E_DIRECTORY ?? '', email).map(({ subject }) => subject))
      .toEqual(['Your Engawa account was deleted'])
  })
})

test.describe('the account page handles changes that the server refuses', () => {
  test.use({ expectedErrors: [/status of (409|422|500)/] })

  test('each refused change of an account shows its reason, and nothing changes', async ({
    page,
  }) => {
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
    await choosePicture(page, photo.subarray(0, 30))
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

  test('a person cannot take the address of another account', async ({ page }) => {
    const { email } = await addPerson(page.request)
    const { password } = await openAccount(page)
    await page.getByRole('button', { name: 'Edit Email Address' }).click()
    await page.getByLabel('Email Address').fill(email)
    await page.getByLabel('Current Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('This email is already registered.')).toBeVisible()
  })

  test('when the server fails, the account page says what failed', async ({ page }) => {
    await openAccount(page)
    await page.route(/\/v1\/auth\/me/, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 500, json: { detail: '' } }),
    )
    await choosePicture(page, await jpeg())
    await expect(page.getByText('Failed to update profile picture')).toBeVisible()
    await page.getByRole('button', { name: 'Edit Full Name' }).click()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Failed to update name')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit Email Address' }).click()
    await page.getByLabel('Current Password').fill('it')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Failed to update email')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByLabel('Current Password').fill('it')
    await page.getByLabel('New Password', { exact: true }).fill(NEW)
    await page.getByLabel('Confirm New Password').fill(NEW)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Failed to update password')).toBeVisible()
  })
})
