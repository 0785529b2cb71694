import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { persistedKeys } from '#client/query-store/persisted-rows.ts'
import { toBits } from '#server/listings/marks.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let token: string

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  token = (await server.addSubscriber()).token
  await addHouse({ city: 'Ine', priceYen: 2_000_000 }, 'parking', 'onsen')
  await addHouse({ city: 'Ine', priceYen: 9_000_000 }, 'parking', 'by-the-sea')
  await addHouse({ city: 'Uji', priceYen: 9_000_000 }, 'parking')
})

function addHouse(house: { city: string; priceYen: number }, ...marks: string[]) {
  const bits = toBits(marks)
  if (!bits) throw new Error('One of these is no mark')
  return server.addListing({ prefecture: 'kyoto', ...house, ...bits })
}

async function openFilters(search = '') {
  const { person } = openApp(`/listings${search}`, { token })
  await screen.findByText(/^Showing 1-\d+ of \d+ results$/)
  return { person, form: within(await screen.findByRole('form', { name: 'Filters' })) }
}
type Form = Awaited<ReturnType<typeof openFilters>>['form']

const boxOf = (form: Form, mark: string, count: number) =>
  form.findByRole('checkbox', { name: new RegExp(`^${mark}\\s*${count}$`), hidden: true })
const citiesOf = (form: Form) =>
  within(form.getByLabelText('City / Ward'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

/** Records the requests for counts, and returns their query strings and signals. */
function recordCounts(isCount = (path: string) => path.startsWith('/v1/listings/marks')) {
  const sent: { query: URLSearchParams; signal: AbortSignal | null | undefined }[] = []
  const connected = fetch
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (isCount(pathname)) sent.push({ query: searchParams, signal: init?.signal })
    return connected(path, init)
  })
  return sent
}

test('the counts in the filter form follow the typed filters, even before the person presses Search', async () => {
  const { person, form } = await openFilters('?prefecture=kyoto')
  await boxOf(form, 'Parking', 3)
  await waitFor(() => expect(citiesOf(form)).toEqual(['All cities', 'Ine (2)', 'Uji (1)']))

  await person.type(form.getByLabelText('Max price'), '300万')
  await boxOf(form, 'Parking', 1)
  await boxOf(form, 'By the sea', 0)
  await waitFor(() => expect(citiesOf(form)).toEqual(['All cities', 'Ine (1)', 'Uji (0)']))
  await person.clear(form.getByLabelText('Max price'))
  await person.selectOptions(form.getByLabelText('City / Ward'), 'Ine')
  await boxOf(form, 'Parking', 2)
  expect(citiesOf(form)).toEqual(['All cities', 'Ine (2)', 'Uji (1)'])
  screen.getByText('Showing 1-3 of 3 results')
})

test("the count beside a filter's checkbox is the number of houses that a search with this filter finds", async () => {
  const { person, form } = await openFilters()
  await person.click(await boxOf(form, 'Parking', 3))
  await person.click(await boxOf(form, 'By the sea', 1))
  await boxOf(form, 'Parking', 1)
  await boxOf(form, 'Onsen', 0)
  await person.click(form.getByRole('button', { name: 'Search' }))
  await screen.findByText('Showing 1-1 of 1 results')
  await waitFor(() =>
    expect(form.queryByRole('checkbox', { name: /^Onsen/, hidden: true })).toBeNull(),
  )
})

test('after a pause in typing, the filter form requests the counts once, and further typing aborts this request', async () => {
  const { person, form } = await openFilters()
  const parking = await boxOf(form, 'Parking', 3)
  const sent = recordCounts()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.hold = async (path) => {
    if (path.startsWith('/v1/listings/marks')) await answered
  }

  await person.type(form.getByLabelText('Max price'), '¥3000000')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.query.get('sale_price_max')).toBe('3000000')
  expect(parking.closest('ul')?.getAttribute('aria-busy')).toBe('true')
  await boxOf(form, 'Parking', 3)

  await person.type(form.getByLabelText('Max price'), '0')
  await waitFor(() => expect(sent[0]?.signal?.aborted).toBe(true))
  await waitFor(() => expect(sent).toHaveLength(2))
  answer()
  await waitFor(() => expect(parking.closest('ul')?.getAttribute('aria-busy')).toBe('false'))
  await boxOf(form, 'Parking', 3)
})

test('while a typed filter is invalid, the filter form keeps the last counts and requests no new ones', async () => {
  const { person, form } = await openFilters()
  await boxOf(form, 'Parking', 3)
  await person.type(form.getByLabelText('Max price'), '300万')
  await boxOf(form, 'Parking', 1)
  const sent = recordCounts()
  await person.type(form.getByLabelText('Min price'), 'x')
  await form.findByText(/^Enter an amount up to/)
  await person.click(await boxOf(form, 'Onsen', 1))
  await new Promise((resolve) => setTimeout(resolve, 600))
  await boxOf(form, 'Parking', 1)
  expect(sent).toEqual([])
})

test('while the person types offline, the filter form keeps the counts beside checkboxes and removes the counts beside cities', async () => {
  const { person, form } = await openFilters('?prefecture=kyoto')
  const parking = await boxOf(form, 'Parking', 3)
  await waitFor(() => expect(citiesOf(form)).toEqual(['All cities', 'Ine (2)', 'Uji (1)']))
  network.disconnect()
  await person.type(form.getByLabelText('Max price'), '300万')
  await waitFor(() => expect(parking.closest('ul')?.getAttribute('aria-busy')).toBe('false'))
  await boxOf(form, 'Parking', 3)
  await waitFor(() => expect(citiesOf(form)).toEqual(['All cities', 'Ine', 'Uji']))

  network.reconnect()
  await boxOf(form, 'Parking', 1)
  await waitFor(() => expect(citiesOf(form)).toEqual(['All cities', 'Ine (1)', 'Uji (0)']))
})

test('the device saves the counts of a search, but not the counts of filters that are still being edited', async () => {
  const { person, form } = await openFilters()
  await boxOf(form, 'Parking', 3)
  await person.type(form.getByLabelText('Max price'), '300万')
  await boxOf(form, 'Parking', 1)
  await person.clear(form.getByLabelText('Max price'))
  await person.type(form.getByLabelText('Min price'), '300万')
  await boxOf(form, 'Parking', 2)
  await person.click(form.getByRole('button', { name: 'Search' }))
  await screen.findByText('Showing 1-2 of 2 results')

  const saved = async (kind: string) => (await persistedKeys(kind)).length
  await waitFor(async () => expect(await saved('mark-counts')).toBe(2))
  expect(await saved('draft-mark-counts')).toBe(0)
  closeApp()
  network.disconnect()
  const { form: offline } = await openFilters('?priceMin=3000000&currency=JPY')
  await boxOf(offline, 'Parking', 2)
})
