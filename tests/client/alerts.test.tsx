import { createECDH } from 'node:crypto'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAlerts, setAlert } from '#contract/alerts.ts'
import { addFavorite } from '#contract/favorites.ts'
import { registerPush } from '#contract/push.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import { readLinkSecret, stopPath } from '#server/alerts/stop-links.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber()
})
afterEach(closeApp)

const DAILY = { rhythm: 'daily', channel: 'mail' } as const

async function saved() {
  const { body } = await server.call(ana, listAlerts, {})
  return body
}

const sheet = async () => within(await screen.findByRole('dialog'))

test('a person chooses to be told when favorites change', async () => {
  const { id } = await server.addListing()
  await server.call(ana, addFavorite, { listing_id: id })
  const { person } = openApp('/favorites', ana)
  await person.click(await screen.findByRole('button', { name: 'Alerts' }))
  const form = await sheet()
  await person.selectOptions(form.getByLabelText('Tell me when favorites change'), 'Every Monday')
  expect(form.queryByText(/^No device receives notifications yet/)).toBeNull()
  await person.selectOptions(form.getByLabelText('By'), 'Mail and notification')
  form.getByText(/^No device receives notifications yet/)
  await person.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText(
    'You are told when favorites change: mail and notification, every Monday.',
  )
  expect((await saved()).favorites).toEqual({ rhythm: 'weekly', channel: 'both' })

  await person.click(screen.getByRole('button', { name: 'Alerts' }))
  const again = await sheet()
  await person.selectOptions(again.getByLabelText('Tell me when favorites change'), 'Never')
  await person.click(again.getByRole('button', { name: 'Save' }))
  await screen.findByText('You are not told when favorites change.')
  expect((await saved()).favorites).toBeUndefined()
})

test('when an alert cannot be saved, the form says so and keeps the choice', async () => {
  const { id } = await server.addListing()
  await server.call(ana, addFavorite, { listing_id: id })
  const { person } = openApp('/favorites', ana)
  await person.click(await screen.findByRole('button', { name: 'Alerts' }))
  const form = await sheet()
  await person.selectOptions(form.getByLabelText('Tell me when favorites change'), 'At once')
  network.intercept = (url, method) =>
    String(url).includes('/v1/alerts') && method === 'PUT'
      ? Response.json({ detail: 'Out of order' }, { status: 400 })
      : undefined
  await person.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Out of order')
  network.intercept = () => undefined
  await person.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Alert saved')
  expect((await saved()).favorites).toEqual({ rhythm: 'at-once', channel: 'mail' })
})

test('a saved search tells of new houses every morning, unless the person chooses otherwise', async () => {
  await server.addListing({ prefecture: 'hyogo' })
  const { person } = openApp('/listings?prefecture=hyogo', ana)
  await person.click(await screen.findByRole('button', { name: 'Save This Search' }))
  await person.click((await sheet()).getByRole('button', { name: 'Save' }))
  await screen.findByText('You are told about new and cheaper houses: mail, every morning.')
  await expect.poll(async () => Object.values((await saved()).searches)).toEqual([DAILY])

  await person.click(screen.getByRole('button', { name: 'Saved' }))
  const list = await sheet()
  await list.findByText('Mail, every morning')
  await person.click(list.getByRole('button', { name: 'Edit' }))
  await person.selectOptions(
    list.getByLabelText('Tell me about new and cheaper houses'),
    'Every Monday',
  )
  await person.click(list.getByRole('button', { name: 'Save' }))
  await list.findByText('Mail, every Monday')

  // Restoring a deleted search restores its alert.
  await person.click(list.getByRole('button', { name: 'Delete' }))
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await list.findByText('Mail, every Monday')
})

test('the account settings show the alerts, and save a choice at once', async () => {
  const { body } = await server.call(ana, saveSearch, { name: 'All', search: '' })
  const search_id = body.searches[0]?.id
  await server.call(ana, setAlert, { search_id, alert: DAILY, time_zone: 'UTC' })
  const { person } = openApp('/account', ana)
  await screen.findByText('You are told about 1 saved search.')
  await person.selectOptions(screen.getByLabelText('Tell me when favorites change'), 'At once')
  await screen.findByText('Alert saved')
  expect((await saved()).favorites).toEqual({ rhythm: 'at-once', channel: 'mail' })
})

test('once a device receives notifications, the choice no longer says that none does', async () => {
  await server.call(ana, setAlert, { alert: { ...DAILY, channel: 'push' }, time_zone: 'UTC' })
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const device = { endpoint: 'https://web.push.apple.com/1', p256dh, auth: 'A'.repeat(22) }
  expect((await server.call(ana, registerPush, device)).status).toBe(200)
  openApp('/account', ana)
  await screen.findByText('Turn on notifications in Account Settings, on each device.')
  screen.getByText('You have not set an alert for a saved search.')
})

test('the page that a mail links to asks before it stops the mails', async () => {
  await server.call(ana, setAlert, { alert: DAILY, time_zone: 'UTC' })
  const secret = await readLinkSecret(server.services.db)
  const { person } = openApp(stopPath(secret, { kind: 'all', id: ana.id }))
  const button = await screen.findByRole('button', { name: 'Stop All Mails' })
  expect((await saved()).favorites).toEqual(DAILY)
  await person.click(button)
  await screen.findByText('You get no more mails about houses.')
  expect((await saved()).favorites).toBeUndefined()
})

test('a link that a mail program has cut off stops nothing, and the page says so', async () => {
  const { person } = openApp('/stop-alerts?token=one.cut')
  await person.click(await screen.findByRole('button', { name: 'Stop These Mails' }))
  await screen.findByText('This link is not complete. Open it from the mail again.')
})
