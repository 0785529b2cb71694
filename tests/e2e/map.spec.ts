import type { Page } from '@playwright/test'
import { demoAccount, expect, openSignedIn, test, violations } from './fixtures.ts'

const MAP = '/listings?view=map'
const DEVICE_LOCATION = { latitude: 33.3629, longitude: 132.5108 }

const mapOf = (page: Page) => page.getByRole('region', { name: 'Map of the results' })
const statusOf = (page: Page) => mapOf(page).getByText(/houses? on the map\.|in the area/)
const placesOf = (page: Page) => mapOf(page).getByRole('button', { name: /houses?/ })
const canvasOf = (page: Page) => page.getByRole('region', { name: /^Map of Japan/ })

async function openMap(page: Page, path = MAP) {
  await openSignedIn(page, demoAccount('subscriber'), path)
  await expect(statusOf(page)).toBeVisible()
}

async function middleOf(page: Page) {
  const box = await canvasOf(page).boundingBox()
  if (!box) throw new Error('The map is not drawn')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('the map counts the results in each place, and a click on a municipality lists its houses', {
  tag: '@both-windows',
}, async ({ page, isMobile }) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(page).toHaveURL(/\?view=map$/)
  await expect(statusOf(page)).toHaveText('240 houses on the map.')
  const list = page.getByRole('article').first()
  await expect(list).toBeVisible({ visible: !isMobile })

  // A click on a region shows its prefectures. A click on a prefecture shows its municipalities.
  await mapOf(page)
    .getByRole('button', { name: /^Shikoku/ })
    .click()
  await mapOf(page)
    .getByRole('button', { name: /^Ehime .*in \d+ places/ })
    .click()
  const seiyo = mapOf(page).getByRole('button', {
    name: /^Seiyo .*somewhere in Seiyo, within about 9 km of its center/,
  })
  await seiyo.click()
  const houses = mapOf(page).getByRole('region', { name: /^Seiyo/ })
  await expect(houses.getByRole('link').first()).toHaveAttribute('href', /^\/listings\//)
  expect(await violations(page)).toEqual([])

  await houses.getByRole('button', { name: /in the list$/ }).click()
  await expect(page).toHaveURL(/place=38214/)
  await expect(page).toHaveTitle('Houses in Seiyo · Engawa')
  await expect(page.getByText(/^Showing 1-\d of \d results$/)).toBeVisible()
  await expect(list).toBeVisible()
})

test('the map moves by keyboard, wheel and finger, and searches the visible area only on request', {
  tag: '@both-windows',
}, async ({ page, isMobile }) => {
  await openMap(page)
  const search = mapOf(page).getByRole('button', { name: 'Search this area' })
  await expect(search).toHaveCount(0)
  await canvasOf(page).focus()
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowDown')
  await expect(search).toBeVisible()

  const { x, y } = await middleOf(page)
  if (isMobile) {
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + by, y }],
      })
    await touch('touchStart', 0)
    for (let by = 10; by <= 60; by += 10) await touch('touchMove', by)
    await touch('touchEnd', 60)
  } else {
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -300)
  }
  await search.click()
  await expect(page).toHaveURL(/area=[\d.]+%2C[\d.]+%2C[\d.]+%2C[\d.]+/)
  const count = (await statusOf(page).textContent())?.match(/^([\d,]+) houses? in the area/)?.[1]
  // The list has as many results as the map has houses in the area.
  await expect(page.getByText(new RegExp(`of ${count} results$`))).toBeVisible()
  await page.reload()
  await expect(statusOf(page)).toHaveText(new RegExp(`^${count} houses? in the area`))
  await page.goBack()
  await expect(page).toHaveURL(/\?view=map$/)
})

test('going to the map and back keeps the filters, the page and the scroll position of the list', {
  tag: '@both-windows',
}, async ({ page, isMobile }) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings?page=2')
  const card = page.getByRole('article').nth(9)
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(300)
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(statusOf(page)).toBeVisible()
  await page.getByRole('button', { name: isMobile ? 'List' : 'Hide map' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  if (isMobile) await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

test('“Near me” asks the server for houses around the rounded position, shows them by distance, and moves the map there', async ({
  page,
  context,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(DEVICE_LOCATION)
  await openMap(page)
  expect(sent.filter((text) => text.includes('33.36'))).toEqual([])
  await mapOf(page).getByRole('button', { name: 'Near me' }).click()
  await expect(page).toHaveURL(/near=33\.36%2C132\.51/)
  await expect(page).toHaveTitle(/^Houses within 20 km of you/)
  const near = mapOf(page).getByRole('region', { name: /^Houses (that may be )?near you$/ })
  const measured = near.getByText(/^(about|within about) /)
  // The distances appear only after the app has read the person's own pins from this device.
  await expect(measured.first()).toBeVisible()
  const distances = await measured.allTextContents()
  const kilometres = distances.map((text) => Number(text.match(/[\d,.]+/)?.[0].replace(',', '')))
  expect(kilometres.slice(1)).toEqual(kilometres.slice(1).sort((a, b) => a - b))
  await expect(near.getByText(/ within 20 km of you/)).toBeVisible()
  const precise = String(DEVICE_LOCATION.latitude)
  expect(sent.filter((text) => text.includes(precise))).toEqual([])
})

test('when the person does not allow the browser to use the position, the map says so', async ({
  page,
}) => {
  await openMap(page)
  await mapOf(page).getByRole('button', { name: 'Near me' }).click()
  await expect(mapOf(page).getByText(/is not allowed to use your position/)).toBeVisible()
})

test('a message on the map says that the position is unavailable, rough or outside Japan', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(null)
  await openMap(page)
  const nearMe = mapOf(page).getByRole('button', { name: 'Near me' })
  await nearMe.click()
  await expect(mapOf(page).getByText(/^Your device doesn't know where it is/)).toBeVisible()

  await context.setGeolocation({ ...DEVICE_LOCATION, accuracy: 12_000 })
  await nearMe.click()
  await expect(mapOf(page).getByText(/position only to within about 12 km/)).toBeVisible()

  await openMap(page)
  await context.setGeolocation({ latitude: 51.5, longitude: -0.1 })
  await nearMe.click()
  await expect(mapOf(page).getByText(/outside Japan, so every house is far away/)).toBeVisible()
  await expect(page).not.toHaveURL(/near=/)
})

test.describe('the map respects the setting for reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the map zooms without an animation', async ({ page }) => {
    await openMap(page)
    // Leaflet marks the map with this class while it animates a zoom.
    const isAnimated = await canvasOf(page).evaluate(async (map) => {
      const button = map.querySelector<HTMLElement>('.leaflet-control-zoom-in')
      button?.click()
      // An animation would begin in the next frame, so wait until the next frame has been drawn.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return map.querySelector('.leaflet-zoom-anim') !== null
    })
    expect(isAnimated).toBe(false)
    await expect(mapOf(page).getByRole('button', { name: 'Search this area' })).toBeVisible()
  })
})

test('a person finds a place by typing its name, and searches the area around the place', {
  tag: '@both-windows',
}, async ({ page, isMobile }) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  if (isMobile) await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Place, station or region').focus()
  const field = page.getByRole('combobox', { name: 'Place, station or region' })
  await expect(field).toBeFocused()
  await field.pressSequentially('seiy')
  await expect(page.getByRole('option', { name: /^Seiyo/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/place=38214/)
  await page.getByLabel('How far around').selectOption('50')
  await expect(page).toHaveURL(/near=38214&within=50/)
  await expect(page).toHaveTitle('Houses within 50 km of Seiyo · Engawa')
  await page.reload()
  await expect(page.getByText('Within 50 km of Seiyo')).toBeVisible()
})

test('a place that is typed before the suggestions have loaded stays in the field, and gets suggestions', async ({
  page,
  isMobile,
}) => {
  let allowLoading = () => {}
  const whenTyped = new Promise<void>((resolve) => {
    allowLoading = resolve
  })
  await page.route('**/assets/place-search-*.js*', async (route) => {
    await whenTyped
    await route.continue()
  })
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  if (isMobile) await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Place, station or region').focus()
  await page.keyboard.type('sei')
  await expect(page.getByLabel('Place, station or region')).toHaveValue('sei')
  allowLoading()
  const field = page.getByRole('combobox', { name: 'Place, station or region' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('option', { name: /^Seiyo/ })).toBeVisible()
  await page.keyboard.type('yo')
  await expect(field).toHaveValue('seiyo')
  await page.getByRole('option', { name: /^Seiyo/ }).click()
  await expect(page).toHaveURL(/place=38214/)
})

test('in a browser without canvas, the page says that the map could not be drawn, and lists the places', async ({
  page,
}) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await openSignedIn(page, demoAccount('subscriber'), MAP)
  await expect(mapOf(page).getByText(/couldn't draw the map/)).toBeVisible()
  await expect(placesOf(page).first()).toBeVisible()
})

test('the page of a house has maps of the country and the prefecture that show where the house is', async ({
  page,
}) => {
  await openMap(page, '/listings?place=38214&view=map')
  await placesOf(page).first().click()
  await mapOf(page)
    .getByRole('region', { name: /^Seiyo/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Where it is' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Map of Japan with Ehime' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Map of Ehime with Seiyo' })).toBeVisible()
  await expect(page.getByText('Somewhere in Seiyo, within about 9 km of its center.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in OpenStreetMap' })).toHaveAttribute(
    'href',
    /search\?query=%E6%84%9B%E5%AA%9B%E7%9C%8C/,
  )
  expect(await violations(page)).toEqual([])
})
