import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { catalogueMark } from '#client/catalogue/catalogue-mark.ts'
import type { ReadyCatalogue } from '#client/catalogue/catalogue-state.ts'
import { readHashes } from '#client/catalogue/stored-catalogue.ts'
import { UNDECIDED, withEveryPrefecture, withoutPrefecture } from '#client/catalogue/wanted.ts'
import { createQueryClient } from '#client/data/query-client.ts'
import { CataloguePart } from '#client/features/offline/all-houses.tsx'
import { PREFECTURES } from '#contract/prefectures.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { startServer } from '#tests/support/server.ts'

afterEach(cleanup)

const catalogue: ReadyCatalogue = {
  phase: 'ready',
  revision: 0,
  houses: 4_883,
  columns: { bytes: 212_000, storedBytes: 0, isWanted: false },
  prefectures: [],
  searches: [],
  storedAt: undefined,
  transfer: { state: 'idle', doneBytes: 0, totalBytes: 0 },
}
const saved: ReadyCatalogue = {
  ...catalogue,
  columns: { bytes: 212_000, storedBytes: 640_000, isWanted: true },
  storedAt: Date.now(),
}

function prefecture(value: string, storedBytes = 0) {
  return {
    ...{ prefecture: value, houses: 304, bytes: 230_000, storedBytes },
    isWanted: storedBytes > 0,
    ...{ hasPhotos: false, isInSearch: false },
  }
}

function show(catalogue: ReadyCatalogue) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CataloguePart catalogue={catalogue} />
    </QueryClientProvider>,
  )
}

// The first test of this file, because the app remembers what the server has offered.
test('the screen says why it cannot show all houses, and retries while the server builds its first catalogue', async () => {
  openCacheStorage()
  const server = await startServer()
  const network = connect(server)
  await server.addListing({ id: 'ozu', prefecture: 'ehime' })
  network.intercept = (path) =>
    path.endsWith('/catalogue') ? new Response('', { status: 503 }) : undefined
  const { person } = openApp('/device', await server.addSubscriber())
  await screen.findByText(/They couldn't be loaded\.$/)

  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
  onTestFinished(() => transaction.mockRestore())
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/This browser cannot store them/)
  transaction.mockRestore()

  network.intercept = () => undefined
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/Engawa is preparing them, which takes a minute\./)
  await server.makeCatalogueFile()
  await vi.advanceTimersByTimeAsync(10_000)
  await screen.findByRole('button', { name: /^Save all houses/ })
})

test('before a download, the screen says how many houses there are, and the button states the size', () => {
  show(catalogue)
  screen.getByText('All 4,883 houses: search, filters and map without a signal. 212 kB.')
  screen.getByRole('button', { name: /^Save all houses, 212\skB$/ })
  expect(screen.queryByRole('button', { name: 'Remove all houses' })).toBeNull()
})

test('saved houses state their size on the device and when they were updated', () => {
  show(saved)
  screen.getByText(
    /^All 4,883 houses: .* work without a signal\. 640 kB\. Updated \d\d:\d\d today\.$/,
  )
  screen.getByRole('button', { name: 'Remove all houses' })
})

test.each([
  ['saving', 'Saving for offline', 'Pause'],
  ['paused', 'Saving is paused', 'Resume'],
  ['full', 'This device is full', 'Try again'],
  ['failed', 'Not completely saved', 'Try again'],
] as const)(
  'a download in the state %s shows its progress and its action',
  (state, status, action) => {
    const transfer = { state, doneBytes: 50_000, totalBytes: 212_000 }
    show({ ...saved, transfer })
    screen.getByText(status)
    screen.getByText('50 kB of 212 kB')
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('50000')
    screen.getByRole('button', { name: action })
  },
)

test('without a network, a download says that it resumes when the network is back', () => {
  const transfer = { state: 'waiting', doneBytes: 0, totalBytes: 212_000 } as const
  show({ ...saved, transfer })
  screen.getByText("Saving resumes when you're back online.")
})

test('the list of prefectures begins with the saved ones, and a filter finds others by name', async () => {
  const prefectures = PREFECTURES.map(({ value }) =>
    prefecture(value, value === 'ehime' ? 700_000 : 0),
  )
  show({ ...saved, prefectures })
  const person = userEvent.setup()
  await person.click(screen.getByText('Details by prefecture: 1 of 47 saved'))
  const items = () => screen.getAllByRole('listitem')
  expect(items()).toHaveLength(47)
  const [first] = items()
  expect(first?.textContent).toMatch(/^Ehime: 304 houses, 700\skB saved/)
  within(first as HTMLElement).getByRole('button', { name: 'Remove Ehime' })
  screen.getByRole('button', { name: /^Save the other details, 11\sMB$/ })

  await person.type(screen.getByRole('searchbox', { name: 'Find a prefecture' }), 'koch')
  expect(items()).toHaveLength(1)
  within(screen.getByRole('list')).getByText('Kochi: 304 houses, 230 kB')
  screen.getByRole('button', { name: 'Save Kochi' })
})

test('a prefecture that is not completely downloaded does not count as saved', async () => {
  const ehime = { ...prefecture('ehime', 100_000), isWanted: true }
  show({ ...saved, prefectures: [ehime] })
  await userEvent.setup().click(screen.getByText('Details by prefecture: none of 1 saved'))
  screen.getByText('Ehime: 304 houses, 100 kB of 230 kB saved')
})

test('the details that are needed for a saved search cannot be removed by prefecture', async () => {
  const ehime = { ...prefecture('ehime', 700_000), isInSearch: true }
  show({ ...saved, prefectures: [ehime] })
  await userEvent.setup().click(screen.getByText('Details by prefecture: 1 of 1 saved'))
  screen.getByText('Ehime: 304 houses, 700 kB saved, needed for a saved search')
  expect(screen.queryByRole('button', { name: 'Remove Ehime' })).toBeNull()
})

test('offline, removing one of all prefectures keeps those wanted that are not downloaded yet', () => {
  const { prefectures } = withoutPrefecture(withEveryPrefecture(UNDECIDED), 'ehime')
  expect(prefectures).toHaveLength(PREFECTURES.length)
  expect(prefectures).toEqual(expect.arrayContaining(['kochi', null]))
  expect(prefectures).not.toContain('ehime')
})

test('all houses and the details of a prefecture are saved and removed on the screen', async () => {
  openCacheStorage()
  const server = await startServer()
  connect(server)
  for (const id of ['ozu', 'uwajima']) {
    await server.addListing({ id, prefecture: 'ehime', location: id })
  }
  await server.makeCatalogueFile()
  const { person } = openApp('/device', await server.addSubscriber())
  await screen.findByText(/^All 2 houses: search, filters and map without a signal\./)
  await person.click(screen.getByRole('button', { name: /^Save all houses, \d+\skB$/ }))
  await screen.findByText(/^All 2 houses: .* work without a signal\. \d+\skB\./)
  await screen.findByText(/^\d+\skB used on this device\./)

  await person.click(screen.getByText('Details by prefecture: none of 1 saved'))
  await person.click(screen.getByRole('button', { name: 'Save Ehime' }))
  await screen.findByText(/^Ehime: 2 houses, \d+\skB saved$/)
  await person.click(screen.getByRole('button', { name: 'Remove Ehime' }))
  await screen.findByRole('button', { name: 'Save Ehime' })

  await person.click(screen.getByRole('button', { name: 'Remove all houses' }))
  await person.click(await screen.findByRole('button', { name: /^Remove \d+\skB$/ }))
  await screen.findByRole('button', { name: /^Save all houses, \d+\skB$/ })
  await screen.findByText('Save here what you want to have without a signal.')
})

test('if the server replaces a block during a download, the download goes on with the newest blocks', async () => {
  openCacheStorage()
  const server = await startServer()
  const network = connect(server)
  await server.addListing({ prefecture: 'ehime' })
  await server.makeCatalogueFile()
  const { person } = openApp('/device', await server.addSubscriber())
  const save = await screen.findByRole('button', { name: /^Save all houses/ })
  network.intercept = (path) => {
    if (!path.includes('/catalogue/blocks/')) return undefined
    network.intercept = () => undefined
    return Response.json({ detail: 'This part of the catalogue has changed' }, { status: 404 })
  }
  await person.click(save)
  await screen.findByText(/^All 1 house: .* work without a signal\./)
})

// The last test of this file, because the app remembers that the server offers nothing.
test('when the operator ends catalogues on devices, this device deletes its catalogue', async () => {
  openCacheStorage()
  const server = await startServer()
  const network = connect(server)
  await server.addListing({ prefecture: 'ehime' })
  await server.makeCatalogueFile()
  const subscriber = await server.addSubscriber()
  const { person } = openApp('/device', subscriber)
  await person.click(await screen.findByRole('button', { name: /^Save all houses/ }))
  await screen.findByText(/^All 1 house: .* work without a signal\./)
  expect((await readHashes()).size).toBeGreaterThan(0)
  cleanup()

  network.intercept = (path) =>
    path.endsWith('/catalogue')
      ? Response.json({ detail: 'This server gives devices no catalogue' }, { status: 404 })
      : undefined
  openApp('/device', subscriber)
  await waitFor(() => expect(catalogueMark.isWanted()).toBe(false))
  expect((await readHashes()).size).toBe(0)
})

test('a device that is full although nothing is missing says that searches work, and how to save more', () => {
  show({ ...saved, transfer: { state: 'full', doneBytes: 212_000, totalBytes: 212_000 } })
  expect(screen.getByText('This device is full')).toBeDefined()
  expect(screen.getByText(/map work without a signal\. To save more, free up space/)).toBeDefined()
  expect(screen.queryByText(/212 kB of 212 kB/)).toBeNull()
})
