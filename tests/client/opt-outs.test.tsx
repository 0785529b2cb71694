import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { hideInventoryListing } from '#contract/inventory.ts'
import { searchListings } from '#contract/listings.ts'
import { listOptOuts, setOptOut } from '#contract/opt-outs.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let haruka: Person
beforeEach(async () => {
  server = await startServer()
  connect(server)
  haruka = await server.addAdmin()
  const { db } = server.services
  await addDefaultPlaces(db, TODAY)
  const houses = ['a', 'b'].map((_id) => houseRecord({ _id, 'Property Location': '愛媛県西予市1' }))
  await importInto(db, houses, { source: 'akiya' })
})

async function open() {
  const app = openApp('/admin/dashboard/contacts?search=Seiyo', haruka)
  await screen.findByText('Nobody has opted out.')
  return app
}

async function countShown() {
  return (await server.call(haruka, searchListings, {})).body.total_count
}

test('an administrator hides the houses of a municipality, and shows them again', async () => {
  const { person } = await open()
  await person.click(await screen.findByRole('button', { name: 'Hide houses: Seiyo' }))
  const asking = { name: 'Hide every house of Seiyo, Ehime?' }
  const dialog = within(await screen.findByRole('dialog', asking))
  await dialog.findByText(/^2 houses disappear from every page/)
  await person.click(dialog.getByRole('button', { name: 'Hide houses' }))
  await dialog.findByText('Say why')
  expect(await countShown()).toBe(2)
  await person.type(dialog.getByLabelText('Why'), 'Letter of 20 November')
  await person.click(dialog.getByRole('button', { name: 'Hide houses' }))
  await screen.findByText('2 houses hidden')
  expect(await countShown()).toBe(0)

  const table = within(await screen.findByRole('table', { name: 'Opt-outs' }))
  await table.findByRole('cell', { name: 'Letter of 20 November' })
  await screen.findByText('Opted out')
  await server.call(haruka, hideInventoryListing, { id: 'b', hidden: true })
  await person.click(table.getByRole('button', { name: 'Show houses again: Seiyo, Ehime' }))
  const ending = { name: 'Show the houses of Seiyo, Ehime again?' }
  const end = within(await screen.findByRole('dialog', ending))
  await end.findByText(/^1 house is shown again/)
  await person.click(end.getByRole('button', { name: 'Show houses again' }))
  await screen.findByText('1 house shown again')
  await screen.findByText('Nobody has opted out.')
  expect(await countShown()).toBe(1)
})

test('an administrator hides the houses of a source', async () => {
  const { person } = await open()
  await person.selectOptions(screen.getByLabelText('Source'), 'akiya')
  await person.click(screen.getByRole('button', { name: 'Hide houses' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hide every house of akiya?' }))
  await person.type(await dialog.findByLabelText('Why'), 'Contract ended')
  await person.click(dialog.getByRole('button', { name: 'Hide houses' }))
  await screen.findByText('2 houses hidden')
  const { body } = await server.call(haruka, listOptOuts, {})
  expect(body).toMatchObject({ results: [{ kind: 'source', key: 'akiya' }], sources: [] })
})

test('the dialog says that another administrator has hidden the houses meanwhile', async () => {
  const { person } = await open()
  const button = await screen.findByRole('button', { name: 'Hide houses: Seiyo' })
  const seiyo = { kind: 'municipality', key: '38214' } as const
  await server.call(haruka, setOptOut, { ...seiyo, opted_out: true, note: 'Letter' })
  await person.click(button)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/^Another administrator has already hidden these houses/)
  expect(dialog.getByRole('button', { name: 'Hide houses' })).toHaveProperty('disabled', true)
})

test('the page of a hidden listing says that its municipality has opted out', async () => {
  const seiyo = { kind: 'municipality', key: '38214' } as const
  await server.call(haruka, setOptOut, { ...seiyo, opted_out: true, note: 'Letter' })
  openApp('/admin/dashboard/listings/a', haruka)
  await screen.findByText('Its municipality has opted out (see Contacts).')
})
