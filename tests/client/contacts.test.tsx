import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { editContact, listContacts } from '#contract/contacts.ts'
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
  await importInto(db, [houseRecord({ 'Property Location': '愛媛県西予市1' })])
})

async function open(search = '') {
  const app = openApp(`/admin/dashboard/contacts${search}`, haruka)
  await screen.findByRole('table', { name: 'Contacts' })
  return app
}

const municipalities = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

async function stored() {
  const { body } = await server.call(haruka, listContacts, { state: 'known' })
  return body.results
}

test('an administrator saves the contact of a municipality', async () => {
  const { person } = await open()
  expect(municipalities()[0]).toBe('Seiyo, Ehime西予市')
  await person.click(screen.getByRole('button', { name: 'Edit Seiyo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Seiyo, Ehime' }))
  await person.type(dialog.getByLabelText('Phone'), '0894-62-1111')
  await person.type(dialog.getByLabelText('Email'), 'nobody')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Email is not an email address')
  await person.clear(dialog.getByLabelText('Email'))
  await person.type(dialog.getByLabelText('Email'), 'akiya@city.example.jp')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Contact saved')
  await screen.findByRole('cell', { name: 'akiya@city.example.jp' })
  expect(await stored()).toMatchObject([{ en: 'Seiyo', phone: '0894-62-1111' }])
})

test('an administrator can find the municipalities without a contact', async () => {
  await server.call(haruka, editContact, { place: '38214', phone: '0894-62-1111' })
  const { person, address } = await open()
  await person.selectOptions(screen.getByLabelText('Show'), 'With a contact')
  await waitFor(() => expect(municipalities()).toEqual(['Seiyo, Ehime西予市']))
  await person.selectOptions(screen.getByLabelText('Show'), 'With houses but no contact')
  await screen.findByRole('heading', { name: 'No municipality found' })
  expect(address()).toContain('state=missing')
})

test('an administrator imports a CSV file of contacts, and sees which rows were rejected', async () => {
  const { person } = await open()
  const csv = 'code,phone\n38214,0894-62-1111\n99999,000-000-0000\n'
  await person.upload(
    screen.getByLabelText('CSV file of contacts'),
    new File([csv], 'desks.csv', { type: 'text/csv' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Contacts imported' }))
  dialog.getByText(/^1 added, 0 changed, 0 removed, 0 unchanged,\s+1 rejected\.$/)
  dialog.getByText('Line 3 has an unknown municipality code: “99999”')
  expect(await stored()).toMatchObject([{ en: 'Seiyo', phone: '0894-62-1111' }])
})

test('a file that is not a list of contacts is refused with a reason', async () => {
  const { person } = await open()
  await person.upload(
    screen.getByLabelText('CSV file of contacts'),
    new File(['name,age\nEmma,40\n'], 'people.csv', { type: 'text/csv' }),
  )
  await screen.findByText('The file lacks the column code, or prefecture and municipality')
  expect(await stored()).toEqual([])
})
