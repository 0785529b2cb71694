import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { persistedRows } from '#client/query-store/persisted-rows.ts'
import { getListing } from '#contract/listings.ts'
import { withNoBreaks } from '#contract/no-break.ts'
import { getSharedListing } from '#contract/sharing.ts'
import { listings } from '#server/db/schema.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
})

const LINK = '/listings?listing=house-1'
const WHOLE_LINK = new RegExp(`^${location.origin}/listings\\?listing=house-1&key=[\\da-f]{16}$`)

const addHouse = (listing: Parameters<TestServer['addListing']>[0] = {}) =>
  server.addListing({
    id: 'house-1',
    propertyType: 'House',
    location: 'Oya-cho 1-2, Yabu',
    prefecture: 'hyogo',
    city: 'Yabu',
    priceCents: 3_866_667,
    priceYen: 5_800_000,
    layout: '6DK',
    buildingArea: 98.54,
    landArea: 1230,
    constructionYear: 1975,
    photos: [{ path: 'outside.jpg' }, { path: 'kitchen.jpg' }],
    ...listing,
  })

const TITLE = 'House in Yabu, Hyogo · 6DK · 98.5 m²'
const house = () => screen.findByRole('heading', { name: withNoBreaks(TITLE), level: 1 })
const main = () => within(screen.getByRole('main'))
const hrefOf = (name: string) => main().getByRole('link', { name }).getAttribute('href')

test('a visitor who opens a shared link sees the house, its price, its size and one picture', async () => {
  await addHouse()
  const { address } = openApp(LINK)
  await house()
  const words = screen.getByRole('main').textContent
  for (const fact of ['¥5,800,000', '$38,667', '6DK', '98.5\u00a0m²', '1,230\u00a0m²', '1975']) {
    expect(words).toContain(fact)
  }
  expect(words).not.toContain('Oya-cho')
  const pictures = main().getAllByRole('img')
  expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual([
    '/images/outside.jpg?w=720',
  ])
  expect(address()).toBe(LINK)
  await waitFor(() => expect(document.title).toBe(`${TITLE} · Engawa`))
})

test('a shared house has the Japanese name of its municipality below the title', async () => {
  await addDefaultPlaces(server.services.db)
  await addHouse({ place: '28222' })
  openApp(LINK)
  await house()
  expect(screen.getByText('養父市').lang).toBe('ja')
})

test("a visitor who opens a shared link sees a price in yen converted at today's rate, and sees the rate", async () => {
  const rates = { as_of: '2026-11-20', source: 'ECB', yen_per: { JPY: 1, USD: 160 } }
  server = await startServer({ rates: { current: () => rates } })
  network = connect(server)
  await addHouse()
  openApp(LINK)
  await house()
  const words = screen.getByRole('main').textContent
  expect(words).toContain('$36,250')
  expect(words).toContain('Converted at ¥160 to $1 on Nov 20, 2026 (ECB).')
})

test('a visitor who opens a shared link sees a dollar price unconverted and without a rate', async () => {
  await addHouse({ priceYen: null })
  openApp(LINK)
  await house()
  const words = screen.getByRole('main').textContent
  expect(words).toContain('$38,667')
  expect(words).not.toMatch(/about|Converted/)
})

test('a shared link with its key opens even after the limit for links without a key is reached', async () => {
  await addHouse()
  const ana = await server.addSubscriber()
  const { body } = await server.call(ana, getListing, { id: 'house-1' })
  for (let i = 0; i < 120; i++) await server.call(null, getSharedListing, { id: `guess-${i}` })

  openApp(LINK)
  await screen.findByRole('heading', { name: 'This house could not be loaded' })
  screen.getByText(/^Too many opened links to houses\. Please try again in \d+ minutes\.$/)
  cleanup()
  const { person, address } = openApp(`${LINK}&key=${body.shareKey}`)
  await house()
  await person.click(main().getByRole('link', { name: 'Sign In' }))
  expect(address()).toBe(`/login?from=${encodeURIComponent(`${LINK}&key=${body.shareKey}`)}`)
})

test('on the page of a shared link, a visitor can sign in and return to the house, register, or see the free houses', async () => {
  await addHouse()
  await server.addSubscriber({ user: { email: 'ana@example.com', password: 'engawa 1926' } })
  const { person, address } = openApp(LINK)
  await house()
  expect(hrefOf('See some houses for free')).toBe('/free-preview')

  await person.click(main().getByRole('link', { name: 'Sign In' }))
  await person.type(await screen.findByLabelText('Email'), 'ana@example.com')
  await person.type(screen.getByLabelText('Password'), 'engawa 1926{Enter}')
  await screen.findByText('Showing specific listing.')
  await screen.findByRole('article', { name: 'House in Oya-cho 1-2, Yabu' })
  expect(address()).toBe(LINK)
})

test('a visitor who registers from the page of a shared link comes back to the house', async () => {
  await addHouse()
  const { person, address } = openApp(LINK)
  await house()
  await person.click(main().getByRole('link', { name: 'Get Started' }))
  await person.type(await screen.findByLabelText('Full Name'), 'Ana Prieto')
  await person.type(screen.getByLabelText('Email'), 'ana@example.com')
  await person.type(screen.getByLabelText('Password'), 'engawa 1926')
  await person.type(screen.getByLabelText('Confirm Password'), 'engawa 1926{Enter}')

  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@example.com')
  await person.click(main().getByRole('button', { name: 'Sign In' }))
  await house()
  expect(address()).toBe(LINK)
})

test.each([
  ['without a subscription', () => server.addUser(), 'Subscribe', '/subscription/manage'],
  [
    'whose subscription has ended',
    () => server.addSubscriber({ status: 'expired' }),
    'Renew Subscription',
    '/subscription/renew',
  ],
])(
  'a person %s sees the house of a shared link, the price of a subscription, and first the way to pay it',
  async (_who, addPerson, label, target) => {
    await addHouse()
    const { address } = openApp(LINK, await addPerson())
    await house()
    expect(main().getByText('$20')).toBeTruthy()
    expect(hrefOf(label)).toBe(target)
    expect(hrefOf('Manage Subscription')).toBe('/subscription/manage')
    const [first] = main().getAllByRole('link', { name: /Subscri/ })
    expect(first?.textContent).toBe(label)
    expect(main().queryByRole('link', { name: 'Sign In' })).toBeNull()
    expect(address()).toBe(LINK)
  },
)

test('the page of a sample house says that it is a sample, and credits the source', async () => {
  const { db } = server.services
  const { sources } = await import('#server/db/schema.ts')
  await db.insert(sources).values({ name: 'sample', attribution: 'Open data of the bank' })
  await addHouse({ source: 'sample', photos: [] })
  openApp(LINK)
  await house()
  screen.getByText('Sample')
  screen.getByText(/^Open data of the bank/)
  const outline = screen.getByRole('img', { name: 'No Image Available' })
  expect(outline.querySelector('use')?.getAttribute('href')).toMatch(/^\/outlines\.svg#[A-Z]/)
})

test('the page of a shared link leaves out facts that are unknown', async () => {
  await server.addListing({ id: 'house-1', landArea: 0 })
  openApp(LINK)
  await screen.findByRole('heading', { name: 'Property in Japan' })
  screen.getByText('Price not stated')
  for (const name of ['Floor Plan', 'Area', 'Land Area', 'Built']) {
    expect(screen.queryByText(name)).toBeNull()
  }
})

test('the page of a house that is no longer offered says so, and links to other houses', async () => {
  await addHouse({ withdrawnAt: new Date() })
  openApp(LINK)
  await screen.findByRole('heading', { name: 'House not found' })
  screen.getByText('This house is no longer offered.')
  expect(main().getAllByRole('link', { name: 'See some houses for free' })).not.toEqual([])
})

test.each(['nowhere', '%3Cscript%3E', 'a%2Fb', 'x'.repeat(65), '%E5%AE%B6'])(
  'a link to a house that does not exist, such as %s, opens a page that says so',
  async (id) => {
    openApp(`/listings?listing=${id}`)
    await screen.findByRole('heading', { name: 'House not found' })
    screen.getByText('There is no house at this link.')
  },
)

test('without a network, a shared link shows a connection error, and when the network returns, the page shows the house', async () => {
  await addHouse()
  network.disconnect()
  const { person } = openApp(LINK)
  await screen.findByText(/could not be reached/)
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText(/could not be reached/)

  network.reconnect()
  await house()
})

describe('offline, after a visitor has opened a shared link', () => {
  const NOT_REACHED = /could not be reached/
  let link: string

  beforeEach(async () => {
    await addHouse()
    const { body } = await server.call(await server.addSubscriber(), getListing, { id: 'house-1' })
    link = `${LINK}&key=${body.shareKey}`
    openApp(link)
    await house()
    await waitFor(async () => expect(await persistedRows(['shared-listing'])).toHaveLength(1))
    closeApp()
  })

  test('offline, a shared link that the visitor opened before shows its house, but the same link without its share key does not', async () => {
    network.disconnect()
    openApp(link)
    await house()
    closeApp()
    openApp(LINK)
    await screen.findByText(NOT_REACHED)
  })

  test('offline, a person who signs in on a device cannot see the house that a visitor opened there by a shared link', async () => {
    const ben = await server.addUser()
    openApp('/account', ben)
    await screen.findByRole('heading', { name: 'Account Settings' })
    closeApp()
    network.disconnect()
    openApp(link)
    await screen.findByText(NOT_REACHED)
    expect(await persistedRows(['shared-listing'])).toEqual([])
  })

  test('when a house of a shared link is no longer offered, the app deletes the saved house from the device', async () => {
    await server.services.db.update(listings).set({ withdrawnAt: new Date() })
    openApp(link)
    await waitFor(async () => {
      const [row] = await persistedRows(['shared-listing'])
      expect(row?.data).toEqual({ detail: 'This house is no longer offered.' })
    })
    closeApp()
    network.disconnect()
    openApp(link)
    await screen.findByText('This house is no longer offered.')
  })
})

test('if a captive portal answers a request with status 404, the page does not say that the house was not found', async () => {
  await addHouse()
  network.intercept = (path) =>
    path.startsWith('/v1/') ? new Response('<h1>Free WLAN</h1>', { status: 404 }) : undefined
  const { person } = openApp(LINK)
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  expect(screen.queryByText('House not found')).toBeNull()

  network.reconnect()
  await person.click(retry)
  await house()
})

test.each(['/listings', '/favorites?listing=house-1', '/subscription/manage'])(
  'a visitor who opens %s is led to the login, with this address as the return address',
  async (path) => {
    const { address } = openApp(path)
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(address()).toBe(`/login?from=${encodeURIComponent(path)}`)
  },
)

test.each(['', '%00', '&listing=house-1'])(
  'a link with the empty or invalid id %j leads visitors to the login',
  async (id) => {
    const { address } = openApp(`/listings?listing=${id}`)
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(address()).toBe('/login?from=%2Flistings')
  },
)

test('a subscriber who opens a link to an unknown house reads that the listing was not found', async () => {
  openApp('/listings?listing=a%2Fb', await server.addSubscriber())
  await screen.findByText('Listing not found or not accessible.')
})

describe('sharing with a share sheet', () => {
  /** Stubs the device's share sheet. Returns a list that collects the shared data. */
  function stubShareSheet(share: (data: ShareData) => Promise<void>) {
    const sharedData: ShareData[] = []
    const shareMethods = {
      canShare: () => true,
      share: (data: ShareData) => {
        sharedData.push(data)
        return share(data)
      },
    }
    for (const [name, value] of Object.entries(shareMethods)) {
      Object.defineProperty(navigator, name, { configurable: true, value })
      onTestFinished(() => void Reflect.deleteProperty(navigator, name))
    }
    return sharedData
  }

  async function pressShare() {
    await addHouse()
    const { person } = openApp('/listings', await server.addSubscriber())
    await person.click(await screen.findByRole('button', { name: /^Share House in/ }))
    return person
  }

  test('the share sheet receives the link and the public name of the house', async () => {
    const sharedData = stubShareSheet(async () => {})
    await pressShare()
    expect(sharedData).toEqual([{ title: TITLE, url: expect.stringMatching(WHOLE_LINK) }])
  })

  test('closing the share sheet shows no message', async () => {
    const sharedData = stubShareSheet(() =>
      Promise.reject(new DOMException('Share canceled', 'AbortError')),
    )
    const person = await pressShare()
    expect(sharedData).toHaveLength(1)
    // The app handles this second press after all effects of the first press. If the first press
    // had caused a message, the message would be on the page now.
    await person.click(screen.getByRole('button', { name: /^Share House in/ }))
    expect(await navigator.clipboard.readText()).toBe('')
    expect(screen.queryByText(/Link copied|Failed to copy/)).toBeNull()
  })

  test('a link that cannot be shared is copied', async () => {
    stubShareSheet(() => Promise.reject(new DOMException('Not now', 'NotAllowedError')))
    await pressShare()
    await screen.findByText('Link copied!')
    expect(await navigator.clipboard.readText()).toMatch(WHOLE_LINK)
  })

  test('a free house can also be shared from its gallery, and the gallery shows that the link was copied', async () => {
    stubShareSheet(() => Promise.reject(new DOMException('Not now', 'NotAllowedError')))
    await addHouse()
    const { person } = openApp('/free-preview')
    await person.click(await screen.findByRole('button', { name: /^House in/ }))
    const gallery = within(await screen.findByRole('dialog'))
    await person.click(await gallery.findByRole('button', { name: /^Share House in/ }))
    await gallery.findByText('Link copied!')
  })
})

test('without a share sheet, only Copy Link is offered', async () => {
  await addHouse()
  const { person } = openApp('/listings', await server.addSubscriber())
  await person.click(await screen.findByRole('button', { name: /^Copy Link House in/ }))
  await screen.findByText('Link copied!')
  expect(screen.queryByRole('button', { name: /^Share House in/ })).toBeNull()
})
