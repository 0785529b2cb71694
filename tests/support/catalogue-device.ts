import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { expect } from 'vitest'
import { type CatalogueIndex, getCatalogue } from '#contract/catalogue.ts'
import { openBlock } from '#search/block.ts'
import type { CATALOGUE_COLUMNS, DETAILS_COLUMNS } from '#search/catalogue-row.ts'
import { openCatalogue } from '#search/open-catalogue.ts'
import { openPlaces, type PLACE_COLUMNS } from '#search/places/place-block.ts'
import type { Database } from '#server/db/database.ts'
import { selectRows, toRecords } from '#server/listings/listing-records.ts'
import { isOffered } from '#server/listings/offered.ts'
import { readColumns } from '#server/listings/read-columns.ts'
import type { TestServer } from './server.ts'

/** A device that holds the whole catalogue, and fetches only the blocks that it does not have. */
export function catalogueDevice(
  server: Pick<TestServer, 'call' | 'fetch'>,
  person: { token: string },
) {
  const blocks = new Map<string, Uint8Array<ArrayBuffer>>()
  let index: Pick<CatalogueIndex, 'revision' | 'made_at' | 'parts'> = {
    revision: 0,
    made_at: '',
    parts: [],
  }

  async function fetchBlock(hash: string) {
    const response = await server.fetch(`/v1/catalogue/blocks/${hash}`, {
      headers: { authorization: `Bearer ${person.token}`, 'accept-encoding': 'br' },
    })
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br'])
    const brotli = new Uint8Array(await response.arrayBuffer())
    const block = new Uint8Array(await promisify(brotliDecompress)(brotli))
    expect(createHash('sha256').update(block).digest('hex')).toBe(hash)
    blocks.set(hash, block)
    return brotli.length
  }

  const partsOf = (tier: CatalogueIndex['parts'][number]['tier']) =>
    index.parts
      .filter((part) => part.tier === tier)
      .map(({ hash, gone, ...part }) => {
        const bytes = blocks.get(hash) ?? new Uint8Array()
        return { ...part, bytes, gone: new Set(gone) }
      })

  return {
    /** Fetches the new index and the blocks that the device does not have. Returns their bytes. */
    async sync() {
      const { body } = await server.call(person, getCatalogue, {})
      index = body
      const missing = body.parts.filter(({ hash }) => !blocks.has(hash))
      let bytes = JSON.stringify(body).length
      for (const { hash } of missing) bytes += await fetchBlock(hash)
      const wanted = new Set(body.parts.map(({ hash }) => hash))
      for (const hash of blocks.keys()) if (!wanted.has(hash)) blocks.delete(hash)
      return bytes
    },
    index: () => index,
    /** The columns as the search engine opens them. */
    open: () =>
      openCatalogue(
        partsOf('columns').map(({ bytes, gone }) => ({
          block: openBlock<typeof CATALOGUE_COLUMNS>(bytes),
          gone,
        })),
      ),
    /** The places of the catalogue. */
    places: () =>
      openPlaces(partsOf('places').map(({ bytes }) => openBlock<typeof PLACE_COLUMNS>(bytes))),
    /** The full records by id, with the prefecture of their block. */
    records() {
      const records = new Map<string, { record: unknown; prefecture: string | null | undefined }>()
      for (const { bytes, gone, prefecture, houses } of partsOf('details')) {
        const block = openBlock<typeof DETAILS_COLUMNS>(bytes)
        const [id, record] = [block.texts('id'), block.texts('record')]
        expect(block.size - gone.size).toBe(houses)
        for (let row = 0; row < block.size; row++) {
          if (gone.has(row)) continue
          expect(records.has(id(row) ?? ''), 'only one row counts').toBe(false)
          records.set(id(row) ?? '', { record: JSON.parse(record(row) ?? ''), prefecture })
        }
      }
      return records
    },
  }
}

const ORDER = { sort_by: 'createdAt', sort_order: 'desc' } as const

/** Compares what a device holds with the listings of the server. */
export async function expectCurrent(db: Database, device: ReturnType<typeof catalogueDevice>) {
  const rows = await selectRows(db).where(isOffered)
  const shown = toRecords(rows).map(({ title: _, ...record }) => [record._id, record] as const)
  const expected = Object.fromEntries(JSON.parse(JSON.stringify(shown)))
  const held = device.records()
  expect(Object.fromEntries([...held].map(([id, { record }]) => [id, record]))).toEqual(expected)
  for (const { record, prefecture } of held.values())
    expect(record).toMatchObject({ Prefecture: prefecture })
  const range = { start: 0, end: rows.length + 1 }
  const columns = (await readColumns(db))?.columns
  const catalogue = device.open()
  expect(catalogue.findPage([], ORDER, range)).toEqual(columns?.findPage([], ORDER, range))
}
