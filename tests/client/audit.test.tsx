import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { differencesIn } from '#client/data/audit.ts'
import { audit } from '#server/db/schema.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let haruka: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  haruka = await server.addAdmin({ email: 'haruka@example.com' })
})

async function write(...entries: Partial<typeof audit.$inferInsert>[]) {
  await server.services.db.insert(audit).values(
    entries.map((entry) => ({
      at: new Date('2026-01-14T09:05:07Z'),
      actorId: haruka.id,
      actorEmail: 'haruka@example.com',
      ip: '192.0.2.1',
      action: 'user.block',
      targetId: 'hana',
      target: 'hana@example.com',
      ...entry,
    })),
  )
}

async function openAudit(search = '') {
  const app = openApp(`/admin/dashboard/audit${search}`, haruka)
  await screen.findByRole('heading', { name: 'Audit' })
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  return app
}

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

const actions = () => rows().map(([action]) => action)

test('an entry of the audit log says who did what, when and from where', async () => {
  await write({})
  await openAudit()
  expect(rows()).toEqual([
    ['Blocked hana@example.com', 'haruka@example.com', 'Jan 14, 2026, 09:05:07', '192.0.2.1'],
  ])
})

test('an action without a label is shown by its internal name', async () => {
  await write({ action: 'listing.paint', target: 'A house in Nagano' })
  await openAudit()
  expect(actions()).toEqual(['listing.paint: A house in Nagano'])
})

test('an entry of the audit log shows only the fields that changed, and only on demand', async () => {
  await write({
    before: { name: 'Hana', ends_at: null, is_blocked: false },
    after: { name: 'Hana', ends_at: '2026-02-01T00:00:00.000Z', is_blocked: true },
  })
  const { person } = await openAudit()
  const changes = screen.getByText('2 changes')
  expect(changes.closest('details')?.open).toBe(false)
  await person.click(changes)
  expect(changes.closest('details')?.open).toBe(true)
  const terms = screen.getAllByRole('term')
  expect(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['ends at', 'before: noneafter: Feb 1, 2026, 00:00:00'],
    ['is blocked', 'before: noafter: yes'],
  ])
})

test.each([
  ['there is no value before', { before: null, after: { a: 1, b: null } }, ['a', 'b']],
  ['there is no value after', { before: { a: 1 }, after: null }, ['a']],
  ['a list has changed', { before: { a: [1] }, after: { a: [1, 2] } }, ['a']],
  ['a value is null after', { before: { a: 'x' }, after: { a: null } }, ['a']],
  ['nothing has changed', { before: { a: [1] }, after: { a: [1] } }, []],
  ['both sides are null', { before: null, after: null }, []],
  [
    'a field has the name of a property of every object',
    { before: {}, after: { toString: 1 } },
    ['toString'],
  ],
])('an entry of the audit log lists the changed fields when %s', (_, entry, fields) => {
  expect(differencesIn(entry).map(({ field }) => field)).toEqual(fields)
})

test('the search text of the audit log is part of the URL', async () => {
  await write(
    {},
    { target: 'ben@example.com' },
    { target: 'ben@example.com', action: 'user.delete' },
  )
  const { person, address, back } = await openAudit()
  await person.type(screen.getByRole('searchbox', { name: 'Email, name or id' }), 'ben{Enter}')
  await waitFor(() =>
    expect(actions()).toEqual(['Deleted ben@example.com', 'Blocked ben@example.com']),
  )
  await person.selectOptions(screen.getByLabelText('Action'), 'Deleted …')
  await waitFor(() => expect(actions()).toEqual(['Deleted ben@example.com']))
  expect(address()).toBe('/admin/dashboard/audit?search=ben&action=user.delete')
  back()
  await waitFor(() => expect(actions()).toHaveLength(2))
})

test('a date filter of the audit log applies once the date is complete', async () => {
  await write({}, { target: 'ben@example.com', at: new Date('2026-01-10T23:59:59Z') })
  const { person, address } = await openAudit()
  await person.type(screen.getByLabelText('To'), '2026-01-10')
  await waitFor(() => expect(actions()).toEqual(['Blocked ben@example.com']))
  expect(address()).toBe('/admin/dashboard/audit?to=2026-01-10')
  await person.clear(screen.getByLabelText('To'))
  await waitFor(() => expect(address()).toBe('/admin/dashboard/audit'))
})

test('an invalid value in the address of the audit log is ignored', async () => {
  await write({})
  const { address } = await openAudit('?from=yesterday&to=0002-01-01&page=-7&action=')
  expect(actions()).toEqual(['Blocked hana@example.com'])
  expect(address()).toBe('/admin/dashboard/audit')
})

test('the audit log shows further entries on the next page', async () => {
  await write(...Array.from({ length: 51 }, (_, number) => ({ target: `person ${number}` })))
  const { person, address } = await openAudit('?action=user.block')
  screen.getByText('1–50 of 51 entries')
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(actions()).toEqual(['Blocked person 0']))
  expect(address()).toBe('/admin/dashboard/audit?action=user.block&page=2')
  await person.selectOptions(screen.getByLabelText('Action'), 'Everything')
  await waitFor(() => expect(address()).toBe('/admin/dashboard/audit'))
})

test('an empty audit log says why it is empty', async () => {
  await openAudit()
  screen.getByText('The actions of administrators appear here.')
  closeApp()
  await openAudit('?search=nobody')
  await screen.findByText('No entry matches your search.')
  closeApp()
  await write({})
  await openAudit('?page=9')
  await screen.findByText('There are no entries on this page')
})

test('on a page beyond the end of the audit log, Prev leads to the last page', async () => {
  await write({})
  const { person, address } = await openAudit('?page=9')
  await screen.findByText('None of 1 entries')
  await person.click(screen.getByRole('button', { name: 'Prev' }))
  await screen.findByText('1–1 of 1 entries')
  expect(address()).toBe('/admin/dashboard/audit')
})

test('an audit log that failed to load can be loaded again', async () => {
  await write({})
  network.intercept = (path) =>
    path.startsWith('/v1/audit') ? Response.json({ detail: '' }, { status: 500 }) : undefined
  const { person } = await openAudit()
  await screen.findByText('The audit log could not be loaded')
  network.reconnect()
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Blocked hana@example.com')
})

test('offline, the loaded entries of the audit log stay, with the time at which they were saved', async () => {
  await write({})
  await openAudit()
  network.disconnect()
  await screen.findByText(/Newer data needs a connection/)
  expect(actions()).toEqual(['Blocked hana@example.com'])
})
