import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { toBits } from '#search/marks.ts'
import { connect, openApp } from '#tests/support/app.tsx'
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
  const { person, router } = openApp(`/listings${search}`, { token })
  await screen.findByText(/^Showing 1-\d+ of \d+ results$/)
  return { person, router, form: within(await screen.findByRole('form', { name: 'Filters' })) }
}
type Form = Awaited<ReturnType<typeof openFilters>>['form']

const choiceOf = (form: Form, choice: 'Only' | 'Without', mark: string, count: number) =>
  form.findByRole('button', { name: new RegExp(`^${choice} ${mark}\\s*${count}$`), hidden: true })
const onlyOf = (form: Form, mark: string, count: number) => choiceOf(form, 'Only', mark, count)
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
  await onlyOf(form, 'Parking', 3)
  await waitFor(() => expect(citiesOf(form)).toEqual(['All cities', 'Ine (2)', 'Uji (1)']))

  await person.type(form.getByLabelText('Max price'), '300万')
  await onlyOf(form, 'Parking', 1)
  await onlyOf(form, 'By the sea', 0)
  await waitFor(() => expect(citiesOf(form)).toEqual(['All cities', 'Ine (1)', 'Uji (0)']))
  await person.clear(form.getByLabelText('Max price'))
  await person.selectOptions(form.getByLabelText('City / Ward'), 'Ine')
  await onlyOf(form, 'Parking', 2)
  expect(citiesOf(form)).toEqual(['All cities', 'Ine (2)', 'Uji (1)'])
  screen.getByText('Showing 1-3 of 3 results')
})

test('a sign has three states: any, only and without, each with its count, in the URL and among the active filters', async () => {
  const { person, form, router } = await openFilters()
  const pressed = (name: RegExp) =>
    form.getByRole('button', { name, hidden: true }).getAttribute('aria-pressed')
  await choiceOf(form, 'Without', 'Onsen', 2)
  await person.click(await choiceOf(form, 'Without', 'By the sea', 2))
  await choiceOf(form, 'Without', 'Onsen', 1)
  await choiceOf(form, 'Only', 'By the sea', 1)
  await person.click(form.getByRole('button', { name: 'Search' }))
  await screen.findByText('Showing 1-2 of 2 results')
  expect(router.state.location.search).toEqual({ marks: '-by-the-sea' })
  await screen.findByRole('button', { name: 'Remove filter: Without: By the sea' })
  screen.getByText(/^“Without” means that the source does not state it/)

  await person.click(await choiceOf(form, 'Only', 'By the sea', 1))
  expect(pressed(/^Without By the sea/)).toBe('false')
  await person.click(form.getByRole('button', { name: 'Search' }))
  await screen.findByText('Showing 1-1 of 1 results')
  expect(router.state.location.search).toEqual({ marks: 'by-the-sea' })

  await person.click(await choiceOf(form, 'Only', 'By the sea', 1))
  expect(pressed(/^Only By the sea/)).toBe('false')
  await person.click(form.getByRole('button', { name: 'Search' }))
  await screen.findByText('Showing 1-3 of 3 results')
  expect(router.state.location.search).toEqual({})
})

test("the count beside a filter's button is the number of houses that a search with this filter finds", async () => {
  const { person, form } = await openFilters()
  await person.click(await onlyOf(form, 'Parking', 3))
  await person.click(await onlyOf(form, 'By the sea', 1))
  await onlyOf(form, 'Parking', 1)
  await onlyOf(form, 'Onsen', 0)
  await person.click(form.getByRole('button', { name: 'Search' }))
  await screen.findByText('Showing 1-1 of 1 results')
  await waitFor(() =>
    expect(form.queryByRole('button', { name: /^Only Onsen/, hidden: true })).toBeNull(),
  )
})

test('after a pause in typing, the filter form requests the counts once, and further typing aborts this request', async () => {
  const { person, form } = await openFilters()
  const parking = await onlyOf(form, 'Parking', 3)
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
  await onlyOf(form, 'Parking', 3)

  await person.type(form.getByLabelText('Max price'), '0')
  await waitFor(() => expect(sent[0]?.signal?.aborted).toBe(true))
  await waitFor(() => expect(sent).toHaveLength(2))
  answer()
  await waitFor(() => expect(parking.closest('ul')?.getAttribute('aria-busy')).toBe('false'))
  await onlyOf(form, 'Parking', 3)
})

test('while a typed filter is invalid, the filter form keeps the last counts and requests no new ones', async () => {
  const { person, form } = await openFilters()
  await onlyOf(form, 'Parking', 3)
  await person.type(form.getByLabelText('Max price'), '300万')
  await onlyOf(form, 'Parking', 1)
  const sent = recordCounts()
  await person.type(form.getByLabelText('Min price'), 'x')
  await form.findByText(/^Enter an amount up to/)
  await person.click(await onlyOf(form, 'Onsen', 1))
  await new Promise((resolve) => setTimeout(resolve, 600))
  await onlyOf(form, 'Parking', 1)
  expect(sent).toEqual([])
})

test('while the person types offline, the filter form keeps the counts beside signs and removes the counts beside cities', async () => {
  const { person, form } = await openFilters('?prefecture=kyoto')
  const parking = await onlyOf(form, 'Parking', 3)
  await waitFor(() => expect(citiesOf(form)).toEqual(['All cities', 'Ine (2)', 'Uji (1)']))
  network.disconnect()
  await person.type(form.getByLabelText('Max price'), '300万')
  await waitFor(() => expect(parking.closest('ul')?.getAttribute('aria-busy')).toBe('false'))
  await onlyOf(form, 'Parking', 3)
  await waitFor(() => expect(citiesOf(form)).toEqual(['All cities', 'Ine', 'Uji']))

  network.reconnect()
  await onlyOf(form, 'Parking', 1)
  await waitFor(() => expect(citiesOf(form)).toEqual(['All cities', 'Ine (1)', 'Uji (0)']))
})

test('a search by filters that were counted while they were typed does not count again', async () => {
  const { person, form } = await openFilters()
  await onlyOf(form, 'Parking', 3)
  const sent = recordCounts()
  await person.type(form.getByLabelText('Min price'), '300万')
  await onlyOf(form, 'Parking', 2)
  await person.click(form.getByRole('button', { name: 'Search' }))
  await screen.findByText('Showing 1-2 of 2 results')
  await onlyOf(form, 'Parking', 2)
  expect(sent).toHaveLength(1)
})
