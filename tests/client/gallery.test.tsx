import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string

beforeEach(async () => {
  server = await startServer()
  connect(server)
  token = (await server.addSubscriber()).token
})

const house = { propertyType: 'House', location: 'Ine', prefecture: 'kyoto' }

async function openGallery(listing: Parameters<TestServer['addListing']>[0]) {
  await server.addListing({ ...house, ...listing })
  const app = openApp('/listings', { token })
  const opener = await screen.findByRole('button', { name: /^(House|Property) in/ })
  await app.person.click(opener)
  const gallery = within(await screen.findByRole('dialog'))
  await gallery.findByRole('link', { name: 'Open the page of this house' })
  return { ...app, opener, gallery }
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the title of the gallery is the place in English, and beside it the Japanese address', async () => {
  await addDefaultPlaces(server.services.db)
  const { gallery } = await openGallery({
    place: '26463',
    location: 'Ine, Kyoto (京都府与謝郡伊根町平田491)',
    photos: [{}],
  })
  const title = gallery.getByRole('heading', { level: 2, name: 'Ine, Kyoto' })
  expect(title.nextElementSibling).toMatchObject({
    textContent: '京都府与謝郡伊根町平田491',
    lang: 'ja',
  })
})

test('the arrow keys move between the photos of the gallery, and stop at the last photo', async () => {
  const { person, gallery } = await openGallery({ photos: [{}, {}, {}] })
  gallery.getByText('1 / 3')
  const after: string[] = []
  for (const key of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft']) {
    await person.keyboard(`{${key}}`)
    after.push(gallery.getByText(/^\d+ \/ \d+$/).textContent ?? '')
  }
  expect(after).toEqual(['2 / 3', '3 / 3', '3 / 3', '2 / 3', '1 / 3', '1 / 3'])
})

test('the gallery of a free house shows the photo first, and then renders the details', async () => {
  await server.addListing({ ...house, photos: [{}, {}] })
  const { person } = openApp('/free-preview')
  const opener = await screen.findByRole('button', { name: /^House in/ })
  const drawn: string[] = []
  const changes = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element) drawn.push(node.localName)
    }
  })
  changes.observe(document, { subtree: true, childList: true })
  await person.click(opener)
  await within(await screen.findByRole('dialog')).findByText('About this listing')
  changes.disconnect()
  expect(drawn.indexOf('dialog')).toBeLessThan(drawn.indexOf('dl'))
})

test('arrow buttons and thumbnails move between photos', async () => {
  const { person, gallery } = await openGallery({ photos: [{}, {}, {}] })
  await person.click(gallery.getByRole('button', { name: 'Next photo' }))
  gallery.getByText('2 / 3')
  await person.click(gallery.getByRole('button', { name: 'Photo 3' }))
  gallery.getByText('3 / 3')
  await person.click(gallery.getByRole('button', { name: 'Next photo' }))
  gallery.getByText('3 / 3')
  await person.click(gallery.getByRole('button', { name: 'Previous photo' }))
  gallery.getByText('2 / 3')
})

test('only the visible photo and its neighbours are loaded', async () => {
  const { gallery } = await openGallery({ photos: [{}, {}, {}, {}, {}] })
  expect(
    gallery.getAllByRole('img', { name: /of 5$/ }).map((photo) => photo.getAttribute('alt')),
  ).toEqual(['Ine, 1 of 5', 'Ine, 2 of 5'])
})

test('a gallery with a single photo has no arrows and no thumbnails', async () => {
  const { gallery } = await openGallery({ photos: [{}] })
  gallery.getByText('1 / 1')
  expect(gallery.queryByRole('button', { name: /photo/i })).toBeNull()
})

test('the gallery of a house without photos says so, and names the prefecture if there is no address', async () => {
  const { gallery } = await openGallery({ location: null })
  gallery.getByRole('heading', { name: 'Kyoto' })
  gallery.getByText('No Images Available')
  gallery.getByText('This listing does not have any images')
  // The drawing has a name of its own, so that screen readers do not say the same three times.
  gallery.getByRole('img', { name: 'Outline of Kyoto' })
})

test('closing the gallery returns the focus, and reopening it starts with the first photo', async () => {
  const { person, opener, gallery } = await openGallery({ photos: [{}, {}] })
  gallery.getByRole('heading', { name: 'Ine' })
  await person.keyboard('{End}')
  await person.click(gallery.getByRole('button', { name: 'Close' }))
  await isClosed()
  expect(document.activeElement).toBe(opener)

  await person.keyboard('{Enter}')
  within(await screen.findByRole('dialog')).getByText('1 / 2')
})

test('the back button closes the gallery and stays on the page', async () => {
  const { back, address } = await openGallery({ photos: [{}] })
  back()
  await isClosed()
  expect(address()).toBe('/listings')
})

const FULL = {
  ...{ id: 'ine', photos: [{}], priceCents: 31_500_00, priceYen: 4_800_000 },
  remarks: '庭付きの平屋です。',
  transportation: 'JR San-in Line 12 min / Bus 5 min',
  contactNumber: '伊根町役場 ０７７２-32-0501',
  referenceUrl: 'https://akiya.example/1',
}

test('the gallery says which house its photos show, and leads to the page of the house without repeating the page', async () => {
  const { gallery, person, address } = await openGallery(FULL)
  gallery.getByText('House in Ine', { exact: true })
  gallery.getByText('¥4.8M')
  expect(gallery.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Ine'])
  for (const text of [FULL.remarks, /^JR San-in Line/, /伊根町役場/, /^akiya\.example/]) {
    expect(gallery.queryByText(text)).toBeNull()
  }
  expect(gallery.getAllByRole('button').map((it) => it.getAttribute('aria-label'))).toEqual([
    'Close',
  ])
  await person.click(gallery.getByRole('link', { name: 'Open the page of this house' }))
  await screen.findByRole('heading', { level: 1, name: /^House in Ine/ })
  expect(address()).toBe('/listings/ine')
  await isClosed()
})

test('on the page of a house, the facts stand below its photos', async () => {
  await server.addListing({ ...house, ...FULL })
  openApp('/listings/ine', { token })
  const page = within(await screen.findByRole('article'))
  await page.findByText('About this listing')
  // The price appears twice: in the heading and among the facts.
  expect(page.getAllByText('¥4,800,000')).toHaveLength(2)
  expect(page.getByText('庭付きの平屋です。').lang).toBe('ja')
  page.getByText('JR San-in Line 12 min')
  page.getByText('Bus 5 min')
  const contact = page.getByRole('link', { name: /伊根町役場/ })
  expect(contact.getAttribute('href')).toBe('tel:0772320501')
  expect(page.getByRole('link', { name: /^akiya\.example/ }).getAttribute('href')).toBe(
    'https://akiya.example/1',
  )
})
