import { demoAccount, expect, openSignedIn, test, violations } from './fixtures.ts'
import {
  house,
  noteField,
  notesOf,
  notesOnServer,
  openHouse,
  path,
  untilStored,
} from './notes-page.ts'

test.use({
  expectedErrors: [
    // A device that goes offline during its first visit cannot load the service worker. One pattern
    // for all, because Playwright takes a second object in this list for options.
    /^Failed to load resource: (net::ERR_|.* status of 500)|^An unknown error occurred when fetching the script/,
  ],
})

test('axe finds no problem in the notes, and each control is large enough for a gloved finger', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings/sample-001#notes-sample-001')
  await notesOf(page).waitFor()
  const region = page.getByRole('region', { name: 'Your notes' })
  for (const summary of await region.locator('details details > summary').all())
    await summary.click()
  expect(await violations(page)).toEqual([])
  const controls = region.locator(
    'button:visible, input:visible, textarea:visible, summary:visible',
  )
  const heights = await controls.evaluateAll((all) =>
    all.map((control) => control.getBoundingClientRect().height),
  )
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48)
})

test('a search in a long note shows the marked match inside the card, at 200 % text size too, and axe finds no problem', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await openSignedIn(page, await server.addSubscriber({ favorites: [house] }), path)
  await noteField(page).fill(`${'Sound walls and a dry floor. '.repeat(9)}Damp in the corner`)
  await page.keyboard.press('Tab')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await page.goto('/favorites?note=damp')
  const mark = page.locator('article mark')
  await expect(mark).toHaveText('Damp')
  expect(await violations(page)).toEqual([])
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const line = await mark.locator('..').boundingBox()
  const match = await mark.boundingBox()
  if (!line || !match) throw new Error('The note is not laid out')
  expect(match.x).toBeGreaterThanOrEqual(line.x)
  expect(match.x + match.width).toBeLessThanOrEqual(line.x + line.width)
})

test('a note written offline is there after a cold start without a network, and is sent later', async ({
  phone,
  server,
}) => {
  await openHouse(phone, await server.addSubscriber())
  await phone.setOffline(true)
  await noteField(phone.page).fill('Dry cellar, sound roof')
  await phone.page.getByRole('button', { name: 'Seen', exact: true }).click()
  await expect(phone.page.getByText(/^Saved on this device/)).toBeVisible()
  await phone.kill()

  await phone.page.goto(path)
  await expect(noteField(phone.page)).toHaveValue('Dry cellar, sound roof')
  await expect(phone.page.getByRole('button', { name: 'Seen', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await phone.setOffline(false)
  await expect
    .poll(() => notesOnServer(phone.page, server))
    .toEqual({ note: 'Dry cellar, sound roof', status: 'seen' })
  await expect(phone.page.getByText('Sent', { exact: true })).toBeVisible()
})

test('the first note on a new device survives a browser that is killed as soon as the page says saved', async ({
  newPhone,
  server,
}) => {
  const account = await server.addSubscriber()
  await openSignedIn(newPhone.page, account, path)
  for (const text of ['Sound roof', 'Dry cellar', 'Old well', 'Level road']) {
    await notesOf(newPhone.page).waitFor()
    await newPhone.setOffline(true)
    await noteField(newPhone.page).fill(text)
    await expect(newPhone.page.getByText(/^Saved on this device/)).toBeVisible()
    await newPhone.kill()
    await newPhone.setOffline(false)
    // The killed browser may have lost the session with the rest of local storage.
    await openSignedIn(newPhone.page, account, path)
    await expect(noteField(newPhone.page)).toHaveValue(text)
  }
})

test('a link to the notes of a house opens the page at the notes', async ({ phone, server }) => {
  await openHouse(phone, await server.addSubscriber())
  await phone.restart()
  await phone.page.goto(path)
  await expect(phone.page.getByRole('heading', { name: 'Your notes' })).toBeInViewport()
})

test('the service worker sends the notes of a closed page', async ({ phone, server }) => {
  await openHouse(phone, await server.addSubscriber())
  await phone.setOffline(true)
  await noteField(phone.page).fill('By the worker')
  await noteField(phone.page).blur()
  await untilStored(phone.page)
  await phone.page.goto('about:blank')
  await phone.setOffline(false)
  await phone.dispatchSync('notes-outbox')
  await phone.page.goto('/favorites')
  await expect.poll(() => notesOnServer(phone.page, server)).toEqual({ note: 'By the worker' })
  await phone.page.goto(path)
  await expect(phone.page.getByText('Sent', { exact: true })).toBeVisible()
  await expect(noteField(phone.page)).toHaveValue('By the worker')
})
