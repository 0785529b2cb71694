import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { createSource, listSources } from '#contract/sources.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { housesFile, openTestWork, sourceSettings } from '#tests/support/sources.ts'

let server: TestServer
let haruka: Person
let work: ReturnType<typeof openTestWork>
beforeEach(async () => {
  server = await startServer()
  connect(server)
  haruka = await server.addAdmin()
  work = openTestWork(server)
  mkdirSync(join(server.services.sources.folder, 'tanba'))
})

const open = () => openApp('/admin/dashboard/sources', haruka)

/** Adds a source that has imported two houses. */
async function addImported() {
  const { folder } = server.services.sources
  writeFileSync(join(folder, 'tanba', 'houses.json'), housesFile(2))
  await server.call(haruka, createSource, sourceSettings())
  for (const time of ['2026-01-15T01:00:00Z', '2026-01-15T01:01:00Z']) {
    server.setNow(time)
    work.wake()
    await work.settled()
  }
}

async function stored() {
  return (await server.call(haruka, listSources, {})).body.results
}

test('an administrator adds a source, and sees at the field what is wrong', async () => {
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Add Source' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Source' }))
  await person.type(dialog.getByLabelText('Source'), 'Tanba')
  await person.type(dialog.getByLabelText('Address'), 'http://127.0.0.1/houses.csv')
  await person.type(dialog.getByLabelText(/^Environment variable/), 'DATABASE_URL')
  await person.selectOptions(dialog.getByLabelText('How often'), 'Every week')
  await person.selectOptions(dialog.getByLabelText('Day'), 'Sunday')
  await person.click(dialog.getByRole('checkbox', { name: /^The file is complete/ }))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('The variable must have a name such as SOURCE_TANBA_AUTHORIZATION')
  await person.clear(dialog.getByLabelText(/^Environment variable/))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('The address must look like https://example.jp/houses.csv')
  await person.clear(dialog.getByLabelText('Address'))
  await person.type(dialog.getByLabelText('Address'), 'https://houses.example/houses.csv')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Source saved')
  await screen.findByText('Every Sunday at 03:00, Asia/Tokyo')
  expect(await stored()).toMatchObject([
    { source: 'Tanba', kind: 'url', rhythm: 'weekly', weekday: 7, full: true, rents: false },
  ])
})

test('an administrator edits a source, whose settings the form shows', async () => {
  await server.call(haruka, createSource, sourceSettings({ full: true, hours: 6 }))
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Edit Tanba' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tanba' }))
  expect(dialog.getByLabelText('Folder')).toHaveProperty('value', 'tanba')
  const hours = dialog.getByLabelText('Hours between two runs')
  expect(hours).toHaveProperty('value', '6')
  await person.clear(hours)
  await person.type(hours, '12')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Every 12 hours')
  expect(await stored()).toMatchObject([{ hours: 12, full: true }])
})

test('the page shows the result of each run, and leads to its import', async () => {
  await addImported()
  const { person, address } = open()
  await screen.findByRole('cell', { name: '2 added' })
  expect(screen.getByRole('cell', { name: 'OK' })).toBeDefined()
  await person.click(screen.getByRole('link', { name: 'Runs of Tanba' }))
  const runs = await screen.findByRole('table', { name: 'Runs' })
  await person.click(within(runs).getByRole('link', { name: /^Open the import of / }))
  await screen.findByRole('heading', { name: 'houses.json' })
  expect(address()).toMatch(/^\/admin\/dashboard\/import\?import=/)
})

test('an administrator pauses, resumes and runs a source', async () => {
  await addImported()
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Pause Tanba' }))
  await screen.findByRole('cell', { name: 'Paused' })
  expect(screen.queryByRole('button', { name: 'Run Now: Tanba' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Resume Tanba' }))
  await person.click(await screen.findByRole('button', { name: 'Run Now: Tanba' }))
  await screen.findByText('A new file of Tanba is imported in about a minute')
  expect(await stored()).toMatchObject([
    { is_paused: false, next_run_at: '2026-01-15T01:01:00.000Z' },
  ])
})

test('an administrator deletes the schedule of a source after a question', async () => {
  await addImported()
  const { person } = open()
  await person.click(await screen.findByRole('link', { name: 'Runs of Tanba' }))
  await person.click(await screen.findByRole('button', { name: 'Delete Schedule' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: 'Delete Schedule' }))
  await screen.findByRole('heading', { name: 'No source is imported automatically yet' })
  expect(await stored()).toEqual([])
})
