import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { decideDuplicate, listDuplicates } from '#contract/duplicates.ts'
import { addFavorite } from '#contract/favorites.ts'
import { searchListings } from '#contract/listings.ts'
import { duplicates } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let haruka: Person
beforeEach(async () => {
  server = await startServer()
  connect(server)
  haruka = await server.addAdmin()
  const facts = { prefecture: 'ehime', city: 'Seiyo', priceYen: 5_800_000, buildingArea: 84.29 }
  const link = 'https://first.example/a'
  await server.addListing({ ...facts, id: 'a', source: 'first', layout: '4LDK', link })
  await server.addListing({ ...facts, id: 'b', source: 'second', link: 'https://second.example/b' })
  const at = server.services.now()
  await server.services.db.insert(duplicates).values({ one: 'a', other: 'b', state: 'waiting', at })
})

const FOLD = { one: 'a', other: 'b', seen: 'waiting', state: 'folded' } as const

async function countShown() {
  return (await server.call(haruka, searchListings, {})).body.total_count
}

test('an administrator folds a house that stands twice, and undoes it', async () => {
  const { person } = openApp('/admin/dashboard/sources', haruka)
  await screen.findByText('1 pair may be the same house.')
  const pair = within(await screen.findByRole('region', { name: /the same house\?$/ }))
  expect(pair.getAllByText('¥5,800,000')).toHaveLength(2)
  pair.getByText('first')
  pair.getByRole('link', { name: 'second.example' })
  await person.click(pair.getByRole('button', { name: /^Same House: / }))
  await screen.findByText('Searches show this house once')
  await screen.findByText('No pair waits for a decision.')
  expect(await countShown()).toBe(1)

  await person.click(screen.getByRole('button', { name: 'Decided' }))
  const table = within(await screen.findByRole('table', { name: 'Decided' }))
  await table.findByRole('cell', { name: 'Same house' })
  await person.click(table.getByRole('button', { name: /^Undo: / }))
  await screen.findByText('1 pair may be the same house.')
  expect(await countShown()).toBe(2)
})

test('an administrator says that two houses are different', async () => {
  const { person } = openApp('/admin/dashboard/sources', haruka)
  await person.click(await screen.findByRole('button', { name: /^Different Houses: / }))
  await screen.findByText('Engawa will not ask about these houses again')
  const { body } = await server.call(haruka, listDuplicates, { show: 'decided' })
  expect(body.results).toMatchObject([{ state: 'different' }])
  expect(await countShown()).toBe(2)
})

test('the page of a house names its other source', async () => {
  await server.call(haruka, decideDuplicate, FOLD)
  openApp('/listings/a', haruka)
  const row = (await screen.findByText('Also listed by')).parentElement
  expect(row?.textContent).toContain('second')
  // The price is the same, so it is not repeated.
  expect(row?.textContent).not.toContain('¥')
})

test('a folded favorite and its page lead to the listing that searches show', async () => {
  await server.call(haruka, decideDuplicate, FOLD)
  await server.call(haruka, addFavorite, { listing_id: 'b' })
  openApp('/favorites', haruka)
  const link = await screen.findByRole('link', { name: 'Open the other listing' })
  expect(link.getAttribute('href')).toBe('/listings/a')
})

test('the page of a folded house leads to the listing that searches show', async () => {
  await server.call(haruka, decideDuplicate, FOLD)
  openApp('/listings/b', haruka)
  const link = await screen.findByRole('link', { name: 'Open the other listing' })
  expect(link.getAttribute('href')).toBe('/listings/a')
})

describe("a listing's page in the dashboard", () => {
  const offer = async (id: string) => {
    openApp(`/admin/dashboard/listings/${id}`, haruka)
    return within(await screen.findByRole('region', { name: 'Offer' }))
  }

  test('leads to the listing that may be the same house, and to the decision', async () => {
    const page = await offer('a')
    page.getByText(/^Another source lists what may be the same house/)
    const link = page.getByRole('link', { name: 'the listing of second' })
    expect(link.getAttribute('href')).toBe('/admin/dashboard/listings/b')
    const sources = page.getByRole('link', { name: 'Sources' })
    expect(sources.getAttribute('href')).toBe('/admin/dashboard/sources')
  })

  test.each([
    ['a', 'b', 'second', 'Searches show this listing instead of the listing of second'],
    ['b', 'a', 'first', 'Searches show the listing of first instead'],
  ])('leads from the folded pair’s listing %s to %s', async (id, otherId, source, sentence) => {
    await server.call(haruka, decideDuplicate, FOLD)
    const page = await offer(id)
    const link = page.getByRole('link', { name: `the listing of ${source}` })
    expect(link.getAttribute('href')).toBe(`/admin/dashboard/listings/${otherId}`)
    expect(link.parentElement?.textContent).toBe(`${sentence}, because it is the same house.`)
    expect(page.queryByRole('link', { name: 'Sources' })).toBeNull()
  })
})
