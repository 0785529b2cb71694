import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { editContact } from '#contract/contacts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  editInventoryListing,
  hideInventoryListing,
  withdrawInventoryListing,
} from '#contract/inventory.ts'
import { setOptOut } from '#contract/opt-outs.ts'
import { addHouses } from '#tests/support/catalogue-changes.ts'
import { catalogueDevice, expectCurrent } from '#tests/support/catalogue-device.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { houseRecord, importInto } from '#tests/support/imports.ts'
import { importPlacesInto, oazaFile, stationFile } from '#tests/support/place-files.ts'
import { SERIES } from '#tests/support/series.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let db: TestServer['services']['db']
let admin: Person
beforeEach(async () => {
  server = await startServer()
  db = server.services.db
  await addDefaultPlaces(db)
  admin = await server.addAdmin()
})

const SOURCE = 'bank'
const CODES = ['38214', '38207', '28223']
/** Addresses in the municipalities of {@link CODES}, and one without a municipality. */
const ADDRESSES = [
  '愛媛県西予市宇和町卯之町3丁目',
  '愛媛県大洲市大洲',
  '兵庫県丹波市氷上町1',
  '所在地は窓口でご確認ください',
]
const HOUSES = Array.from({ length: 40 }, (_, at) => `house-${at}`)

/** A change of the catalogue. The report of a failed test shows its values. */
interface Change {
  values: unknown
  run: () => Promise<unknown>
}

function change<T>(values: fc.Arbitrary<T>, run: (values: T) => Promise<unknown>) {
  return values.map((some): Change => ({ values: some, run: () => run(some) }))
}

/** Calls an endpoint. A house that was not imported yet is not found. */
function call<E extends Endpoint>(endpoint: E, values: fc.Arbitrary<z.input<E['input']>>) {
  return change(values, async (input) => {
    const { status } = await server.call(admin, endpoint, input)
    expect([200, 404]).toContain(status)
  })
}

const house = fc.constantFrom(...HOUSES)
const address = fc.constantFrom(...ADDRESSES)
const row = fc.record({
  _id: house,
  'Property Location': address,
  'Sale Price Yen': fc.constantFrom(1_500_000, 5_800_000, 9_000_000),
  Remarks: fc.constantFrom('海の近く', '薪ストーブ付き', undefined),
})
const rows = fc.uniqueArray(row, { minLength: 10, maxLength: 40, selector: ({ _id }) => _id })

const importFile = change(fc.record({ rows, full: fc.boolean() }), ({ rows, full }) =>
  importInto(db, rows.map(houseRecord), { source: SOURCE, full }),
)
const edit = call(
  editInventoryListing,
  fc.record(
    { id: house, location: address, price_yen: fc.constantFrom('', '120万円', '580万円') },
    { requiredKeys: ['id'] },
  ),
)
const hide = call(hideInventoryListing, fc.record({ id: house, hidden: fc.boolean() }))
const withdraw = call(withdrawInventoryListing, fc.record({ id: house, withdrawn: fc.boolean() }))
const editAContact = call(
  editContact,
  fc.record({ place: fc.constantFrom(...CODES), phone: fc.constantFrom('', '0894-62-1111') }),
)
const optOut = call(
  setOptOut,
  fc
    .record({
      target: fc.oneof(
        fc.record({ kind: fc.constant('municipality' as const), key: fc.constantFrom(...CODES) }),
        fc.record({ kind: fc.constant('source' as const), key: fc.constant(SOURCE) }),
      ),
      opted_out: fc.boolean(),
    })
    .map(({ target, opted_out }) => ({ ...target, opted_out, note: 'By mail' })),
)
const importOaza = change(fc.constantFrom('33.3651,132.5110', '33.4012,132.5402'), async (point) =>
  importPlacesInto(db, await oazaFile(db, `愛媛県,西予市,宇和町卯之町三丁目,${point}`)),
)
const importStations = change(
  fc.constantFrom('33.3633,132.5122', '33.5101,132.5451'),
  async (point) => importPlacesInto(db, stationFile(`000200,卯之町,${point},予讃線`)),
)

const anyChange = fc.oneof(
  { weight: 4, arbitrary: importFile },
  { weight: 3, arbitrary: edit },
  { weight: 3, arbitrary: hide },
  { weight: 3, arbitrary: withdraw },
  { weight: 2, arbitrary: editAContact },
  { weight: 1, arbitrary: optOut },
  { weight: 1, arbitrary: importOaza },
  { weight: 1, arbitrary: importStations },
)

test('after any change, a device that fetches only new blocks holds the same as the server and as a new device', async () => {
  // Other houses, so that the blocks with the changed houses stay.
  await addHouses(db, 200)
  const kept = catalogueDevice(server, admin)
  await fc.assert(
    fc.asyncProperty(anyChange, async ({ run }) => {
      await run()
      await server.makeCatalogueFile()
      await kept.sync()
      await expectCurrent(db, kept)
      const fresh = catalogueDevice(server, admin)
      await fresh.sync()
      expect(fresh.records()).toEqual(kept.records())
    }),
    { numRuns: SERIES.catalogueChanges, seed: SERIES.seed, endOnFailure: true },
  )
})
