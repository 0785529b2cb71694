import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addFavorite } from '#contract/favorites.ts'
import { listNews } from '#contract/news.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { houseRecord, importInto } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber()
})
afterEach(closeApp)

const FIRST = '2026-01-15T09:00:00Z'
const NEXT = '2026-01-16T09:00:00Z'
const load = (records: Record<string, unknown>[], at: string) =>
  importInto(server.services.db, records, { now: new Date(at), full: true })

/** A day after the first visit, a favorite is cheaper, another is gone, and a house is new. */
async function comeBack() {
  server.setNow(FIRST)
  await load([houseRecord(), houseRecord({ _id: 'house-2' })], FIRST)
  for (const listing_id of ['house-1', 'house-2']) {
    await server.call(ana, addFavorite, { listing_id })
  }
  await server.call(ana, saveSearch, { name: 'Hyogo', search: 'prefecture=hyogo' })
  await server.call(ana, listNews, {})
  server.setNow(NEXT)
  const cheaper = houseRecord({ 'Sale Price Yen': '480万円' })
  await load([cheaper, houseRecord({ _id: 'house-3' })], NEXT)
}

const section = async (heading: string) =>
  within((await screen.findByRole('heading', { name: heading })).parentElement ?? document.body)

test('the page of the news says what has changed, and why the person is told', async () => {
  await comeBack()
  openApp('/news', ana)
  const cheaper = await section('Cheaper')
  cheaper.getByText('Price down 17%: ¥5,800,000 → ¥4,800,000')
  cheaper.getByText('In your favorites')
  const added = await section('New')
  added.getByText('In your search “Hyogo”')
  expect(added.getByRole('link').getAttribute('href')).toBe('/listings/house-3')
  await section('No longer offered')
  screen.getByText('3 houses since January 15, 2026')
})

test('two saved searches with the same name count their own news', async () => {
  await comeBack()
  await server.call(ana, saveSearch, { name: 'Hyogo', search: 'prefecture=kyoto' })
  openApp('/listings#saved-searches', ana)
  const sheet = within(await screen.findByRole('dialog', { name: 'Saved Searches' }))
  await sheet.findByText('2 houses, 2 new or cheaper')
  sheet.getByText('0 houses')
})

test('without changes, the page says so, and what it is for', async () => {
  server.setNow(FIRST)
  openApp('/news', ana)
  await screen.findByText('Nothing has changed since January 15, 2026.')
})

test('when the server fails, the page says so and offers to try again', async () => {
  network.intercept = (url) =>
    String(url).includes('/v1/news')
      ? Response.json({ detail: 'Out of order' }, { status: 400 })
      : undefined
  const { person } = openApp('/news', ana)
  await screen.findByText('Out of order')
  network.intercept = () => undefined
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText(/^Nothing has changed/)
})

test('the list of houses leads to the news, and its cards say what is new', async () => {
  await comeBack()
  const { person } = openApp('/listings', ana)
  const link = await screen.findByRole('link', { name: '3 changes since your last visit' })
  await screen.findByText('Cheaper')
  await screen.findByText('New')
  await person.click(link)
  await screen.findByRole('heading', { name: 'Since Your Last Visit' })
})
