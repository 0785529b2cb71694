import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { toBits } from '#search/marks.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string

/** The columns of a house of which only the municipality is known, 4 km from the sea. */
const IN_A_MUNICIPALITY = {
  ...{
    prefecture: 'ehime',
    latitude: 33.36,
    longitude: 132.51,
    precision: 'municipality' as const,
  },
  ...{ radiusMetres: 9000, shinkansenMetres: null, airportMetres: 60_000, seaMetres: 4000 },
}

beforeEach(async () => {
  server = await startServer()
  connect(server)
  token = (await server.addSubscriber()).token
  await server.addListing({ ...IN_A_MUNICIPALITY, location: 'Uwa', propertyType: 'House' })
  const bySea = toBits(['by-the-sea']) ?? expect.fail('There is no such mark')
  await server.addListing({
    ...{ ...IN_A_MUNICIPALITY, ...bySea, location: 'Mikame', propertyType: 'House' },
  })
})

test('houses that only may be within the searched distance stand apart from the results, with their own count and their distance', async () => {
  const { person, router } = openApp('/listings?seaMax=1', { token })
  await screen.findByText('Showing 1-1 of 1 results')
  await screen.findByText('By the sea, as the source says')
  const possible = within(
    await screen.findByRole('region', {
      name: 'May be within 1 km of the sea: only the municipality is known',
    }),
  )
  possible.getByText(/^1 house\. A part of the municipality is near enough/)
  possible.getByRole('button', { name: /^House in Uwa/ })
  await possible.findByText('Sea: 0 to 13 km')
  expect(possible.queryByRole('button', { name: /^House in Mikame/ })).toBeNull()

  await router.navigate({ to: '/listings', search: { seaMax: 1, match: 'possible' } })
  await screen.findByRole('link', { name: 'Show the houses that surely match' })
  screen.getByRole('heading', { name: /^May be within 1 km of the sea/ })
  expect(screen.getAllByRole('article')).toHaveLength(1)
  screen.getByRole('button', { name: /^House in Uwa/ })
  await person.click(screen.getByRole('link', { name: 'Show the houses that surely match' }))
  await screen.findByRole('button', { name: /^House in Mikame/ })
  expect(router.state.location.search).toEqual({ seaMax: 1 })
})

test('a distance to the Shinkansen that the source states is shown as stated, with its station', async () => {
  await server.addListing({
    ...{ ...IN_A_MUNICIPALITY, prefecture: 'hiroshima', place: '34207', location: 'Fukuyama' },
    ...{ latitude: 34.49, longitude: 133.36, facts: { station: 800 }, stationMetres: 800 },
    ...{ shinkansenMetres: 800, shinkansenIsStated: true, transportation: '福山駅 徒歩10分' },
  })
  openApp('/listings?shinkansenMax=2', { token })
  await screen.findByText('Shinkansen: 0.8 km, Fukuyama, as the source states it')
  await screen.findByText('Showing 1-1 of 1 results')
})

test('if no house surely matches, the houses that may match stand in the place of the results', async () => {
  // In another place, because the distances of a place are the same for all its houses.
  const saijo = { latitude: 33.92, longitude: 133.18, location: 'Saijo', place: '38206' }
  await server.addListing({ ...IN_A_MUNICIPALITY, ...saijo, shinkansenMetres: 45_000 })
  openApp('/listings?shinkansenMax=50', { token })
  const possible = await screen.findByRole('region', {
    name: 'May be within 50 km of the Shinkansen: only the municipality is known',
  })
  within(possible).getByText(/^No house surely matches\. 1 house\. /)
  expect(screen.queryByText('No listings found')).toBeNull()
})

test('if no house surely matches and none may match, the page says that no listings were found', async () => {
  openApp('/listings?shinkansenMax=50', { token })
  await screen.findByText('No listings found')
  screen.getByRole('button', { name: 'Clear filters' })
})

test('if no house surely matches, the map shows the houses that may match', async () => {
  await addDefaultPlaces(server.services.db)
  const saijo = { latitude: 33.92, longitude: 133.18, location: 'Saijo', place: '38206' }
  await server.addListing({ ...IN_A_MUNICIPALITY, ...saijo, shinkansenMetres: 45_000 })
  openApp('/listings?shinkansenMax=50&view=map', { token })
  await screen.findByText('1 house on the map.')
})

test('“Near me” lists a municipality as one line with its cheapest price, and the results say “you”', async () => {
  await addDefaultPlaces(server.services.db)
  for (const priceYen of [500_000, 3_000_000]) {
    await server.addListing({ ...IN_A_MUNICIPALITY, place: '38214', city: 'Seiyo', priceYen })
  }
  const here = { latitude: 33.2, longitude: 132.56, accuracy: 10 }
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: report(here) },
  })
  const { person, router } = openApp('/listings?view=map', { token })
  await person.click(await screen.findByRole('button', { name: 'Near me' }))
  const line = await screen.findByRole('link', {
    name: /^Seiyo, Ehime\s?about \d+ km north\s· 2 houses from ¥500K$/,
  })
  await screen.findByRole('button', { name: 'Remove filter: Within 20 km of you' })
  expect(line.getAttribute('href')).toBe('/listings?place=38214')
  const place = await screen.findByLabelText<HTMLInputElement>('Place, station or region')
  expect(place.value).toBe('your position')
  await router.navigate({ to: '/listings', search: { near: '33.20,132.56' } })
  await screen.findByRole('region', { name: /^May be within 20 km of you: / })
  await screen.findAllByText(/^\d+ to \d+ km from you$/)
})

/** Reports a position to the app, as a browser does. */
function report(coords: Pick<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy'>) {
  return (onFound: (position: { coords: typeof coords }) => void) => onFound({ coords })
}

test('while the results go on, the houses that may match are counted, and all of them are one link away', async () => {
  const bySea = toBits(['by-the-sea']) ?? expect.fail('There is no such mark')
  for (let house = 0; house < 20; house++) {
    await server.addListing({ ...IN_A_MUNICIPALITY, ...bySea, propertyType: 'Land' })
  }
  const { person, router } = openApp('/listings?seaMax=1', { token })
  await screen.findByText('Showing 1-20 of 21 results')
  const possible = within(await screen.findByRole('region', { name: /^May be within 1 km/ }))
  possible.getByText(/^1 house\. /)
  expect(possible.queryByRole('article')).toBeNull()
  await person.click(possible.getByRole('link', { name: 'Show all 1 house that may match' }))
  await screen.findByText('Showing 1-1 of 1 results')
  expect(router.state.location.search).toEqual({ seaMax: 1, match: 'possible' })
})

test('a search near a municipality names it, and each card shows how far from it the house may be', async () => {
  await addDefaultPlaces(server.services.db)
  const uwajima = { latitude: 33.22, longitude: 132.57, place: '38203', city: 'Uwajima' }
  await server.addListing({ ...IN_A_MUNICIPALITY, ...uwajima, seaMetres: 3000 })
  openApp('/listings?near=38203', { token })
  await screen.findByText('Showing 1-1 of 1 results')
  await screen.findByText('In Uwajima', { selector: 'p' })
  const possible = within(
    await screen.findByRole('region', {
      name: 'May be within 20 km of Uwajima: only the municipality is known',
    }),
  )
  possible.getByText(/^2 houses\. /)
})
