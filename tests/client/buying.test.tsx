import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
  connect(server)
})

test('the page for buyers from abroad lists uncertain rules separately, and dates every rule and its source', async () => {
  openApp('/buying')
  await screen.findByRole('heading', { name: 'Can a foreigner buy it?' })
  screen.getByRole('heading', { name: 'What is uncertain' })
  for (const rule of screen.getAllByRole('listitem')) {
    expect(within(rule).getByText('Source:').parentElement?.textContent).toMatch(
      /^Source: .+ As of [A-Z][a-z]+ 20\d\d\.$/,
    )
  }
  const report = screen.getByText(/within 20 days, through the Bank of Japan/)
  expect(report.parentElement?.querySelector('a')?.host).toBe('www.mof.go.jp')
})

test('the page for buyers from abroad leads a visitor back to the free houses', async () => {
  await server.addListing()
  const { person } = openApp('/buying')
  const ways = [
    await screen.findByRole('link', { name: 'Free Preview' }),
    screen.getByRole('link', { name: 'See ten houses free' }),
  ]
  expect(ways.map((link) => link.getAttribute('href'))).toEqual(['/free-preview', '/free-preview'])
  await person.click(ways[1] ?? document.body)
  await screen.findByRole('heading', { name: 'Free Preview' })
})

test('the page for buyers from abroad leads a subscriber back to all houses', async () => {
  openApp('/buying', await server.addSubscriber())
  const way = await screen.findByRole('link', { name: 'View Listings' })
  expect(way.getAttribute('href')).toBe('/listings')
})

test('the page of a house links to the rules for buyers from abroad', async () => {
  const { id } = await server.addListing({
    propertyType: 'House',
    location: 'Ine',
    prefecture: 'kyoto',
  })
  const { person } = openApp(`/listings/${id}`, await server.addSubscriber())
  await person.click(await screen.findByRole('link', { name: 'Can a foreigner buy it?' }))
  await screen.findByRole('heading', { name: 'Can a foreigner buy it?' })
})
