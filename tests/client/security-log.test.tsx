import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { securityEvents } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let haruka: Person

beforeEach(async () => {
  server = await startServer()
  connect(server)
  haruka = await server.addAdmin()
  const event = { at: new Date('2026-01-14T09:05:07Z'), ip: '192.0.2.1' }
  await server.services.db.insert(securityEvents).values([
    { ...event, kind: 'sign-in', email: 'ana@example.com' },
    { ...event, kind: 'role-changed', email: 'ben@example.com', detail: 'From user to admin' },
  ])
})

async function openLog(search = '') {
  const app = openApp(`/admin/dashboard/security${search}`, haruka)
  await screen.findByRole('heading', { name: 'Security' })
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

test('administrators read what happened to which account, when, from where and on which device', async () => {
  await openLog()
  const when = 'Jan 14, 2026, 09:05:07'
  expect(rows()).toEqual([
    ['Role changedFrom user to admin', 'ben@example.com', when, '192.0.2.1', 'Unknown device'],
    ['Signed in', 'ana@example.com', when, '192.0.2.1', 'Unknown device'],
  ])
})

test('the security log is filtered by event and by account, and the URL keeps the filter', async () => {
  const { person, address } = await openLog()
  await person.selectOptions(screen.getByLabelText('Event'), 'Signed in')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(address()).toBe('/admin/dashboard/security?kind=sign-in')
})

test('a search without results says that there are no events', async () => {
  await openLog('?search=nobody')
  await screen.findByRole('heading', { name: 'No events' })
})
