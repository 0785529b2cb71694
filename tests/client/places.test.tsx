import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { readDefaultPlaces } from '#server/places/default-places.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { TODAY } from '#tests/support/imports.ts'
import { stationFile } from '#tests/support/place-files.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let haruka: Person
beforeEach(async () => {
  server = await startServer()
  connect(server)
  haruka = await server.addAdmin()
  await addDefaultPlaces(server.services.db, TODAY)
  await server.addListing({ prefecture: 'ehime', city: '西予新市', place: null })
})

async function open(count = 1) {
  const app = openApp('/admin/dashboard/import', haruka)
  await screen.findByRole('heading', { name: 'Places' })
  const table = await screen.findByRole('table', { name: 'Cities whose place is not known' })
  expect(within(table).getByRole('row', { name: `西予新市 Ehime ${count}` })).toBeDefined()
  return app
}

test('unknown city names are marked as Japanese text, and the page counts the listings that are not in the table', async () => {
  for (let at = 0; at < 52; at += 1) {
    const house = { prefecture: 'kyoto', city: `謎${at}町`, place: null } as const
    await server.addListing(house)
    if (at < 50) await server.addListing(house)
  }
  await server.addListing({ prefecture: 'ehime', city: '西予新市', place: null })
  await open(2)
  expect(screen.getByText('西予新市').lang).toBe('ja')
  screen.getByText(
    'The table shows the 50 most frequent cities. Not shown: 4 listings in other cities.',
  )
})

/** Returns an official file with the default places, in which Seiyo has a new name. */
async function municipalities() {
  const codes = new Map(
    PREFECTURES.map(({ value }, at) => [value, String(at + 1).padStart(2, '0')]),
  )
  const rows = (await readDefaultPlaces())
    .filter(({ code }) => code.length === 5)
    .map(({ code, prefecture, japanese, kana, english, latitude, longitude }) => {
      const name = code === '38214' ? '西予新市' : japanese
      return [code, codes.get(prefecture), name, kana, `"${english}"`, latitude, longitude].join(
        ',',
      )
    })
  return ['code,prefecture_code,name,kana,romaji,lat,lon', ...rows].join('\n')
}

const upload = async (app: Awaited<ReturnType<typeof open>>, content: string, name: string) =>
  app.person.upload(
    screen.getByLabelText('File of places'),
    new File([content], name, { type: 'text/csv' }),
  )

test('when an administrator imports places, each listing gets its place immediately', async () => {
  const app = await open()
  await upload(app, await municipalities(), 'municipalities.csv')
  await screen.findByText('1,965 places imported, 1 listing changed')
  await screen.findByText('Every listing has a place.')
  const { body } = await server.call(haruka, listAudit, {})
  expect(body.results[0]).toMatchObject({
    action: 'places.import',
    target: '1,965 places from municipalities.csv',
  })
})

test('a file that is not a list of municipalities is refused, and changes nothing', async () => {
  const app = await open()
  await upload(app, 'name,age\nEmma,40\n', 'people.csv')
  await screen.findByText(/^The first line lacks the columns of a file of places/)
  screen.getByRole('table', { name: 'Cities whose place is not known' })
})

test('after an import of stations, an administrator sees the stations that appear in listings but in no imported file', async () => {
  await server.addListing({
    ...{ prefecture: 'ehime', city: 'Seiyo', place: '38214' },
    transportation: '火星駅 徒歩1分',
  })
  const app = await open()
  await upload(app, stationFile('003000,宇和島,33.2263,132.5679,予讃線'), 'stations.csv')
  // Both listings change, because both get the coordinates of their place.
  await screen.findByText('3 stations imported, 2 listings changed')
  const table = await screen.findByRole('table', { name: 'Stations that were not found' })
  within(table).getByRole('row', { name: /火星 Ehime 1/ })
})
