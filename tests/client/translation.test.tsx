import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

const REMARKS = '海まで徒歩5分です。'

/** A stub of the browser's translator, because test browsers have no translator. */
const browser = {
  availability: vi.fn<() => Promise<'unavailable' | 'downloadable'>>(),
  translate: vi.fn<(text: string, options: { signal: AbortSignal }) => Promise<string>>(),
  destroy: vi.fn(),
  created: vi.fn<(options: object) => void>(),
  download: vi.fn<(share: number) => void>(),
}

let server: TestServer
let token: string

beforeEach(async () => {
  server = await startServer()
  connect(server)
  token = (await server.addSubscriber()).token
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine', remarks: REMARKS })
  browser.availability.mockResolvedValue('downloadable')
  browser.translate.mockResolvedValue('It is a five-minute walk to the sea.')
  globalThis.Translator = {
    availability: browser.availability,
    async create({ monitor, ...options }) {
      browser.created(options)
      monitor({
        addEventListener: (_type, listener) =>
          browser.download.mockImplementation((loaded) => listener({ loaded })),
      })
      return { translate: browser.translate, destroy: browser.destroy }
    },
  }
})

afterEach(() => {
  cleanup()
  globalThis.Translator = undefined
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

async function openRemarks() {
  const app = openApp('/listings/ine', { token })
  const house = within(await screen.findByRole('article'))
  await house.findByText(REMARKS)
  return { ...app, house }
}

const button = { name: 'Translate on this device' }

test("the browser's own translator translates the remarks on a house, and the page keeps the original", async () => {
  const { person, house } = await openRemarks()
  await person.click(await house.findByRole('button', button))
  const english = await house.findByText('It is a five-minute walk to the sea.')
  expect(english.lang).toBe('en')
  house.getByText(/^Machine translation by your browser/)
  expect(house.getByText(REMARKS).lang).toBe('ja')
  expect(browser.created.mock.calls[0]?.[0]).toMatchObject({
    sourceLanguage: 'ja',
    targetLanguage: 'en',
  })
  expect(browser.translate.mock.calls[0]?.[0]).toBe(REMARKS)
  expect(browser.destroy).toHaveBeenCalledOnce()
})

test("the download of the browser's translator shows its progress, and can be cancelled", async () => {
  browser.translate.mockReturnValue(new Promise(() => undefined))
  const { person, house } = await openRemarks()
  await person.click(await house.findByRole('button', button))
  await house.findByText(/^Translating/)
  browser.download(0.4)
  await house.findByText('Downloading your browser’s translator: 40%')
  await person.click(house.getByRole('button', { name: 'Cancel' }))
  await house.findByRole('button', button)
  expect(browser.translate.mock.calls[0]?.[1].signal.aborted).toBe(true)
})

test('if a translation fails, a message says so, and the person can try again', async () => {
  browser.translate.mockRejectedValueOnce(new Error('The model crashed'))
  const { person, house } = await openRemarks()
  await person.click(await house.findByRole('button', button))
  await house.findByText(/^Your browser could not translate these remarks\./)
  await person.click(house.getByRole('button', button))
  await house.findByText('It is a five-minute walk to the sea.')
})

test('if the translator of the browser gives no answer for ten seconds, the page offers other translators and says that the text leaves the device', async () => {
  const limits: AbortController[] = []
  const timeout = AbortSignal.timeout
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    if (milliseconds !== 10_000) return timeout.call(AbortSignal, milliseconds)
    const limit = new AbortController()
    limits.push(limit)
    return limit.signal
  })
  browser.translate.mockReturnValue(new Promise(() => undefined))
  const { person, house } = await openRemarks()
  await person.click(await house.findByRole('button', button))
  await waitFor(() => expect(browser.translate).toHaveBeenCalled())
  // Progress of the download starts the ten seconds anew.
  act(() => browser.download(0.5))
  expect(limits).toHaveLength(2)
  limits[0]?.abort()
  house.getByText(/^Downloading your browser’s translator/)
  limits[1]?.abort()
  await house.findByText(/^Your browser could not translate these remarks\./)
  expect(browser.translate.mock.calls[0]?.[1].signal.aborted).toBe(true)
  house.getByText(/Their text then leaves this device/)
  for (const name of ['Google Translate', 'DeepL']) {
    const link = house.getByRole('link', { name })
    expect(link.getAttribute('href')).toContain(encodeURIComponent(REMARKS))
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  }
})

test('leaving the page of a house stops the translation', async () => {
  browser.translate.mockReturnValue(new Promise(() => undefined))
  const { person, house } = await openRemarks()
  await person.click(await house.findByRole('button', button))
  await waitFor(() => expect(browser.translate).toHaveBeenCalled())
  await person.click(house.getByRole('link', { name: 'Can a foreigner buy it?' }))
  await waitFor(() => expect(browser.translate.mock.calls[0]?.[1].signal.aborted).toBe(true))
})

test('in a browser that cannot translate Japanese, the page of a house shows no button for a translation', async () => {
  browser.availability.mockResolvedValue('unavailable')
  const { house } = await openRemarks()
  await waitFor(() => expect(browser.availability).toHaveBeenCalled())
  expect(house.queryByRole('button', button)).toBeNull()
})

test("if the browser has no translator, the server's translation service translates the remarks on a house", async () => {
  globalThis.Translator = undefined
  // Stub the server's translator. Its real request would go to our own app, because client tests
  // replace `fetch` for the whole process.
  const answer = { english: 'It is a five-minute walk to the sea.', service: 'translate.example' }
  const translating = await startServer({ translator: { translate: async () => answer } })
  connect(translating)
  token = (await translating.addSubscriber()).token
  await translating.addListing({
    id: 'ine',
    propertyType: 'House',
    location: 'Ine',
    remarks: REMARKS,
  })
  const { person, house } = await openRemarks()
  await person.click(await house.findByRole('button', { name: 'Translate' }))
  const english = await house.findByText('It is a five-minute walk to the sea.')
  expect(english.lang).toBe('en')
  house.getByText(/^Machine translation by translate\.example\./)
  expect(house.getByText(REMARKS).lang).toBe('ja')
})
