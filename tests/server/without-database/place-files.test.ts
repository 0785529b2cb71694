import { Readable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Place } from '#search/places/place.ts'
import { readDefaultPlaces } from '#server/places/default-places.ts'
import { readPlaceFile } from '#server/reference-data/place-file.ts'
import {
  gzipped,
  OAZA_HEADER,
  oazaText,
  STATION_HEADER,
  stationFile,
} from '#tests/support/place-files.ts'

/**
 * A text of this size compresses to 70 kB, so a limit on the compressed size would accept the text.
 */
const BOMB_BYTES = 70_000_000

let places: Place[]
beforeAll(async () => {
  places = await readDefaultPlaces()
})

async function read(content: string | Uint8Array) {
  const { batches } = await readPlaceFile(Readable.from([Buffer.from(content)]), places)
  const rows: object[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

test('the kind of a file is recognised from its columns in any order, even if the file is compressed', async () => {
  expect(await read(stationFile())).toHaveLength(2)
  expect(await read(gzipped(`\ufeff${oazaText(places)}`))).toHaveLength(47)
  const [header, ...rows] = stationFile().split('\n')
  const turned = [`note,${header}`, ...rows.map((row) => `x,${row}`)].join('\r\n')
  expect(await read(turned)).toHaveLength(2)
})

test('no two oaza (districts) of the same municipality share a code', async () => {
  const rows = Array.from({ length: 2000 }, (_, at) => `愛媛県,西予市,町${at},33,132`)
  const oaza = await read(oazaText(places, ...rows))
  expect(new Set(oaza.map((row) => ('code' in row ? row.code : ''))).size).toBe(2047)
})

describe('when a file of places has errors', () => {
  test.each<[string, () => string | Uint8Array, string]>([
    ['other columns', () => 'name,age\nEmma,40\n', 'lacks the columns of a file of places'],
    ['a missing column', () => 'group,name,lat,lines\n', 'lacks the column lon of stations'],
    ['no row', () => OAZA_HEADER, 'has no oaza of Hokkaido'],
    ['no content', () => '', 'is empty'],
    ['a row cut off', () => `${oazaText(places)}\n愛媛県,西予市,宇`, 'is the file cut off?'],
    ['no north', () => `${STATION_HEADER}\n1,那覇,26.2,127.7,`, 'has no station in Hokkaido'],
    ['a station twice', () => stationFile('000001,高田,37,138,'), '000001 twice'],
    ['a station on Mars', () => stationFile('000002,火星,,,'), 'cannot be read: 000002 火星'],
    [
      'an oaza in the sea',
      () => oazaText(places, '愛媛県,西予市,宇和町,0,0'),
      'cannot be read: 愛媛県 西予市 宇和町',
    ],
    [
      'municipalities of another country',
      () => `${OAZA_HEADER}\n${'愛媛県,火星市,宇和町,33,132\n'.repeat(5)}`,
      'that are not known, such as 愛媛県火星市',
    ],
    [
      'a compressed end cut off',
      () => gzipped(oazaText(places)).subarray(0, 200),
      'The compressed file is cut off',
    ],
    [
      'compressed damage',
      () => gzipped(oazaText(places)).fill(0xff, 20, 40),
      'The compressed file is damaged',
    ],
    [
      'compressed rows without end',
      () => gzipped(`${STATION_HEADER}\n${'1,a,37,138,b\n'.repeat(BOMB_BYTES / 13)}`),
      'more than 20,000 rows',
    ],
    [
      'compressed blanks without end',
      () => gzipped(`${STATION_HEADER}\n${'\n'.repeat(BOMB_BYTES)}`),
      'more than 64 MB',
    ],
    [
      'an endless line',
      () => `${STATION_HEADER}\n1,${'a'.repeat(2_000_000)}`,
      'longer than 1,000,000 characters',
    ],
    ['endless fields', () => `${STATION_HEADER}\n${','.repeat(2_000_000)}`, '100,000 fields'],
  ])('a file of places with %s is refused', async (_, content, reason) => {
    await expect(read(content())).rejects.toMatchObject({
      status: 422,
      detail: expect.stringContaining(reason),
    })
  })
})
