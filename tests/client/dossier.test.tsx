import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { addFavorite } from '#contract/favorites.ts'
import { toBits } from '#server/listings/marks.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber()
})

async function addHouse(location: string, listing: Parameters<TestServer['addListing']>[0] = {}) {
  const id = location.toLowerCase()
  await server.addListing({ id, propertyType: 'House', location, prefecture: 'kyoto', ...listing })
  return id
}

const addToFavorites = (listing_id: string) => server.call(ana, addFavorite, { listing_id })

/** Stubs `print`. Returns a list that collects the text of the page at each print. */
function recordPrints() {
  const prints: string[] = []
  vi.stubGlobal('print', () => prints.push(document.querySelector('main')?.textContent ?? ''))
  return prints
}

test('the printable dossier of a house contains facts, warning signs, costs, questions, contact and source', async () => {
  const id = await addHouse('Ine', {
    ...toBits(['septic-tank', 'parking']),
    facts: { sewage: 'septic' },
    priceYen: 1_800_000,
    remarks: '海が見えます。',
    contactNumber: '0772-32-0001',
    referenceUrl: 'https://akiya.example/houses/12',
  })
  openApp(`/listings/${id}/print`, ana)
  const dossier = within(await screen.findByRole('article', { name: 'House in Ine' }))
  expect(document.title).toBe('House in Ine · Engawa')
  dossier.getByText('¥1,800,000', { selector: 'p' })
  dossier.getByRole('heading', { name: 'Septic tank' })
  dossier.getByText(/^Waste water is treated in a tank/)
  dossier.getByText('Septic tank (jōkasō)')
  dossier.getByText('Good signs: Parking.')
  expect(dossier.getByText('海が見えます。').lang).toBe('ja')
  dossier.getByText('Agent')
  dossier.getByText('Contact in this listing: 0772-32-0001')
  const page = dossier.getByRole('link', { name: 'https://akiya.example/houses/12' })
  expect(page.getAttribute('href')).toBe('https://akiya.example/houses/12')
  const questions = within(
    dossier.getByRole('heading', { name: 'Questions' }).parentElement ?? page,
  )
  // A house with a septic tank gets the question about the tank in place of the question about the
  // sewer.
  questions.getByText(/^How old is the septic tank/)
  expect(questions.queryByText(/^Is there a sewer/)).toBeNull()
  expect(questions.getByText(/^境界標はございますでしょうか/).lang).toBe('ja')
})

test('the print button prints all favorites, or only those that the person has chosen', async () => {
  const prints = recordPrints()
  for (const location of ['Ine', 'Miyama', 'Ayabe']) await addToFavorites(await addHouse(location))
  const { person } = openApp('/favorites', ana)
  await person.click(await screen.findByRole('link', { name: 'print them all' }))
  await screen.findByText('3 houses. Each house begins on a new page.')
  await person.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  await waitFor(() => expect(prints).toHaveLength(1))
  for (const location of ['Ine', 'Miyama', 'Ayabe']) expect(prints[0]).toContain(location)

  await person.click(screen.getByRole('main').querySelector('a') ?? document.body)
  await person.click(await screen.findByRole('checkbox', { name: 'Choose House in Miyama' }))
  await person.click(await screen.findByRole('link', { name: 'Print' }))
  await screen.findByRole('article', { name: 'House in Miyama' })
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('the page of a house links to its printable dossier, which opens without a network', async () => {
  const id = await addHouse('Ine')
  const { person } = openApp(`/listings/${id}`, ana)
  const link = await screen.findByRole('link', { name: 'Print or save as PDF' })
  await screen.findByRole('heading', { name: 'Whom to ask' })
  network.disconnect()
  await person.click(link)
  await screen.findByRole('heading', { name: 'Questions' })
})

test('at most fifty houses are printed at once', async () => {
  for (let at = 1; at <= 51; at++) await addToFavorites(await addHouse(`Ine-${at}`))
  openApp('/favorites/print', ana)
  await screen.findByText('50 houses, the first of 51. Each house begins on a new page.')
  expect(screen.getAllByRole('article')).toHaveLength(50)
})

test('the dossier page of an unknown house says that the house was not found', async () => {
  openApp('/listings/nowhere/print', ana)
  await screen.findByText('Listing not found or not accessible.')
})
