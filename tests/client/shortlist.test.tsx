import { MutationObserver } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#client/data/query-client.ts'
import { hasSharedList } from '#client/data/shared-houses.ts'
import * as changes from '#client/data/shortlist-changes.ts'
import { listNotes } from '#contract/notes.ts'
import {
  acceptInvitation,
  addToShortlist,
  endPartnership,
  getShortlist,
  inviteToShortlist,
  shareNotes,
  withdrawInvitation,
} from '#contract/shortlist.ts'
import { subscriptions } from '#server/db/schema.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { holdResponse } from '#tests/support/hold-response.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { writeNotes } from '#tests/support/write-notes.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person
let jun: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber({ user: { name: 'Ana' } })
  jun = await server.addUser({ name: 'Jun' })
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  await server.addListing({ id: 'yabu', propertyType: 'House', location: 'Yabu' })
})

async function invite() {
  const { body } = await server.call(ana, inviteToShortlist, {})
  return new URL(body.link).hash
}

async function share() {
  await server.call(ana, addToShortlist, { listing_id: 'ine' })
  await server.call(jun, acceptInvitation, { token: (await invite()).slice(1) })
}

const write = (person: Person, field: string, value: unknown) =>
  writeNotes(server, person, 'house:ine', { [field]: value })

test('a subscriber puts a house on the shared shortlist, and invites a partner by a link', async () => {
  const house = openApp('/listings/ine#notes-ine', ana)
  await house.person.click(await screen.findByRole('button', { name: 'Put on Shared Shortlist' }))
  await screen.findByText(/Nobody else sees the list yet/)
  closeApp()

  const { person } = openApp('/shortlist', ana)
  await person.click(await screen.findByRole('button', { name: 'Create a Link' }))
  const link = await screen.findByText(/\/join#/)
  await screen.findByText(/An invitation is open until/)
  const token = new URL(link.textContent).hash.slice(1)
  expect((await server.call(jun, acceptInvitation, { token })).status).toBe(200)
})

test('a page that waits for the shortlist repeats a failed request only once', async () => {
  const requests: string[] = []
  network.intercept = (path) => {
    if (!path.endsWith(getShortlist.path)) return undefined
    requests.push(path)
    return Response.json({ detail: 'Busy' }, { status: 503 })
  }
  localStorage.setItem('token', jun.token)
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retryDelay: 0 } })
  expect(await hasSharedList(queryClient)).toBe(false)
  expect(requests).toHaveLength(2)
})

test('if the responses to two changes of the shortlist arrive in reverse order, the page shows both changes', async () => {
  const { queryClient } = openApp('/shortlist', ana)
  await screen.findByRole('button', { name: 'Create a Link' })
  const add = (id: string) => new MutationObserver(queryClient, changes.addToShortlist).mutate(id)
  const hold = holdResponse('ine')
  const first = add('ine')
  await hold.isHolding
  await add('yabu')
  hold.release()
  await first
  await screen.findByRole('article', { name: 'House in Ine' })
  await screen.findByRole('article', { name: 'House in Yabu' })
})

test('an invited visitor learns who invites, also after a reload, is asked to register, and the tab stores the invitation until the person signs in', async () => {
  const hash = await invite()
  location.hash = hash
  openApp('/join')
  await screen.findByText('Ana')
  screen.getByText('invites you to a list of 0 houses.')
  const create = screen.getByRole('link', { name: 'Create an Account' })
  expect(create.getAttribute('href')).toBe('/register?from=%2Fjoin')
  const signIns = await screen.findAllByRole('link', { name: 'Sign In' })
  expect(signIns.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: 2 }, () => '/login?from=%2Fjoin'),
  )
  closeApp()
  location.hash = ''
  openApp('/join')
  await screen.findByText('Ana')
  closeApp()

  const { person, address } = openApp('/join', jun)
  await screen.findByText(/invites you to a list/)
  await person.click(screen.getByRole('button', { name: 'Join the Shortlist' }))
  await waitFor(() => expect(address()).toBe('/shortlist'))
  await screen.findByText(/Ana has put no house on the list yet/)
})

test('if a person already has a shortlist, the invitation page warns that joining deletes this shortlist', async () => {
  const ben = await server.addSubscriber({ user: { name: 'Ben' } })
  await server.call(ben, addToShortlist, { listing_id: 'ine' })
  const { db } = server.services
  await db.update(subscriptions).set({ status: 'expired' }).where(eq(subscriptions.userId, ben.id))
  location.hash = await invite()
  const { person, address } = openApp('/join', ben)
  await screen.findByText(/Your own shortlist of 1 house is deleted when you join/)
  await person.click(screen.getByRole('button', { name: 'Join the Shortlist' }))
  await waitFor(() => expect(address()).toBe('/shortlist'))
  location.hash = ''
})

test('a person who shares a list cannot join another, and gets a link to their list', async () => {
  const ben = await server.addSubscriber({ user: { name: 'Ben' } })
  const { body } = await server.call(ben, inviteToShortlist, {})
  await server.call(jun, acceptInvitation, { token: new URL(body.link).hash.slice(1) })
  location.hash = await invite()
  openApp('/join', ben)
  await screen.findByText(/You already share a shortlist/)
  screen.getByRole('link', { name: 'Open Your Shortlist' })
  expect(screen.queryByRole('button', { name: 'Join the Shortlist' })).toBeNull()
  location.hash = ''
})

test('if a person who shares a list opens another invitation, they can accept the invitation after ending the sharing of their list', async () => {
  const ben = await server.addSubscriber({ user: { name: 'Ben' } })
  const { body } = await server.call(ben, inviteToShortlist, {})
  await server.call(jun, acceptInvitation, { token: new URL(body.link).hash.slice(1) })
  location.hash = await invite()
  const { person, back } = openApp('/join', ben)
  await person.click(await screen.findByRole('link', { name: 'Open Your Shortlist' }))
  location.hash = ''
  await person.click(await screen.findByRole('button', { name: 'Remove Jun…' }))
  await person.click(await screen.findByRole('button', { name: 'Remove Jun' }))
  await screen.findByText(/Invite one person to choose a house with you/)
  back()
  await screen.findByRole('button', { name: 'Join the Shortlist' })
})

test('the tab forgets an invitation that was withdrawn', async () => {
  const hash = await invite()
  await server.call(ana, withdrawInvitation, {})
  location.hash = hash
  openApp('/join', jun)
  await screen.findByText(/no longer open/)
  closeApp()
  location.hash = ''
  openApp('/join', jun)
  await screen.findByText(/This invitation is not complete/)
})

test('the tab forgets an invitation when the person signs out', async () => {
  location.hash = await invite()
  const { person } = openApp('/join', jun)
  await screen.findByText(/invites you to a list/)
  location.hash = ''
  await person.click(screen.getByRole('button', { name: /account menu/i }))
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await waitFor(() => expect(sessionStorage.getItem('invitation')).toBeNull())
})

test('a partner without a subscription opens a shared house and writes notes on it', async () => {
  await share()
  await server.call(ana, shareNotes, { id: 'ine', shared: true })
  await write(ana, 'verdict', 'Dry and light')
  const { person } = openApp('/listings/ine', jun)
  const notes = within(await screen.findByRole('region', { name: 'Your notes' }))
  await notes.findByText('Dry and light')
  await person.type(await notes.findByLabelText('Summary'), 'Too far')
  await waitFor(async () => {
    const { body } = await server.call(jun, listNotes, {})
    expect(body.fields.map(({ value }) => value)).toContain('Too far')
  })
  closeApp()

  openApp('/listings/yabu', jun)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: 'Your notes' })).toBeNull()
})

test('a person is asked whether to share notes of a house, and can change the answer', async () => {
  await write(ana, 'note', 'From before')
  await share()
  const { person } = openApp('/listings/ine', ana)
  await screen.findByText(/Share your notes and photos of this house with Jun\?/)
  await person.click(screen.getByRole('button', { name: 'Keep Private' }))
  await screen.findByText('Jun does not see your notes and photos of this house.')
  expect(screen.queryByRole('button', { name: 'Keep Private' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Share Notes and Photos' }))
  await screen.findByText(/Jun sees your notes and photos of this house/)
  await person.click(screen.getByRole('button', { name: 'Stop Sharing' }))
  await screen.findByText('Jun does not see your notes and photos of this house.')
})

/** The text that describes a button, such as the reason why the button is disabled. */
function describe(button: HTMLElement) {
  const id = button.getAttribute('aria-describedby')
  return id === null ? undefined : document.getElementById(id)?.textContent
}

test('offline, each button of sharing says why it is disabled, and keeps the focus', async () => {
  await share()
  await server.call(ana, shareNotes, { id: 'ine', shared: true })
  const { person } = openApp('/listings/ine', ana)
  const stop = await screen.findByRole('button', { name: 'Stop Sharing' })
  expect(describe(stop)).toBeUndefined()
  stop.focus()
  network.disconnect()
  await screen.findByText('Sharing needs a connection.')
  expect(describe(stop)).toBe('Sharing needs a connection.')
  expect(document.activeElement).toBe(stop)
  await person.click(stop)
  screen.getByText(/Jun sees your notes and photos of this house/)
  network.reconnect()
  await waitFor(() => expect(describe(stop)).toBeUndefined())
  await person.click(stop)
  await screen.findByText('Jun does not see your notes and photos of this house.')
  closeApp()

  openApp('/shortlist', ana)
  const remove = await screen.findByRole('button', { name: 'Remove Jun…' })
  await screen.findByRole('button', { name: /^Take Off the List/ })
  network.disconnect()
  await waitFor(() => expect(describe(remove)).toBe('Sharing needs a connection.'))
  // The list that the server has just sent may have replaced the button.
  const takeOff = screen.getByRole('button', { name: /^Take Off the List/ })
  expect(describe(takeOff)).toBe('Taking a house off the list needs a connection.')
  expect(takeOff.getAttribute('aria-disabled')).toBe('true')
  closeApp()

  network.reconnect()
  openApp('/listings/yabu#notes-yabu', ana)
  const add = await screen.findByRole('button', { name: 'Put on Shared Shortlist' })
  network.disconnect()
  await waitFor(() => expect(describe(add)).toBe('Sharing needs a connection.'))
})

test('the shared shortlist marks a house with unshared notes, until the person has answered whether to share them', async () => {
  await write(ana, 'note', 'From before')
  await share()
  openApp('/shortlist', ana)
  await screen.findByText('You have notes or photos that Jun does not see')
  closeApp()
  await server.call(ana, shareNotes, { id: 'ine', shared: false })
  openApp('/shortlist', ana)
  await screen.findByText('Jun has not shared a summary yet')
  await waitFor(() =>
    expect(screen.queryByText('You have notes or photos that Jun does not see')).toBeNull(),
  )
})

test('if the partner does not share a verdict on a house, the shared shortlist says so, and does not say that there is no verdict', async () => {
  await share()
  await write(jun, 'verdict', 'Dry and light')
  openApp('/shortlist', ana)
  await screen.findByText('Jun has not shared a summary yet')
  await server.call(jun, shareNotes, { id: 'ine', shared: true })
  closeApp()
  openApp('/shortlist', ana)
  await screen.findByText('Dry and light')
})

test("the partner's notes stay on the screen if a response reports no change, and update if a response contains a change", async () => {
  await share()
  await server.call(jun, shareNotes, { id: 'ine', shared: true })
  await write(jun, 'verdict', 'Dry and light')
  const { queryClient } = openApp('/listings/ine', ana)
  const notes = within(await screen.findByRole('region', { name: 'Notes of Jun' }))
  await notes.findByText('Dry and light')
  await queryClient.refetchQueries({ queryKey: ['partner-notes'] })
  notes.getByText('Dry and light')
  await write(jun, 'note', 'Near the sea')
  await queryClient.refetchQueries({ queryKey: ['partner-notes'] })
  await notes.findByText('Near the sea')
})

test('the shared shortlist shows what the partner thinks of each house, also offline', async () => {
  await share()
  await server.call(jun, shareNotes, { id: 'ine', shared: true })
  await write(jun, 'verdict', 'Ours')
  openApp('/shortlist', ana)
  await screen.findByText('Ours', { exact: false })
  closeApp()
  network.disconnect()
  openApp('/shortlist', ana)
  await screen.findByText('Ours', { exact: false })
  network.reconnect()
})

test('a dialog explains the consequences before the owner removes the partner', async () => {
  await share()
  const { person } = openApp('/shortlist', ana)
  await person.click(await screen.findByRole('button', { name: 'Remove Jun…' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/You no longer see each other’s notes and photos/)
  await person.click(dialog.getByRole('button', { name: 'Remove Jun' }))
  await screen.findByText(/Invite one person to choose a house with you/)
  expect((await server.call(jun, getShortlist, {})).body.shortlist).toBeNull()
})

test.each(['/', '/listings', '/favorites'])(
  'a partner who opens the app at %s starts at the shared shortlist',
  async (start) => {
    await share()
    const { address } = openApp(start, jun)
    await waitFor(() => expect(address()).toBe('/shortlist'))
  },
)

test('while the owner has no subscription, the partner reads that the shared shortlist is closed', async () => {
  await share()
  const { db } = server.services
  await db.update(subscriptions).set({ status: 'expired' }).where(eq(subscriptions.userId, ana.id))
  const { address } = openApp('/viewing-plan', jun)
  await screen.findByText(/The subscription of Ana has ended, so the list is closed/)
  expect(address()).toBe('/shortlist')
})

test('a partner without a subscription finds only links to pages that they can open', async () => {
  await share()
  const { person, address } = openApp('/shortlist', jun)
  const tabs = within(await screen.findByRole('navigation', { name: 'Main' }))
  await tabs.findByRole('link', { name: 'Together' })
  const labels = tabs.getAllByRole('link').map(({ textContent }) => textContent)
  expect(labels).toEqual(['Together', 'Plan'])
  await screen.findByRole('link', { name: 'See the subscription' })

  await person.click(tabs.getByRole('link', { name: 'Plan' }))
  await screen.findByRole('heading', { name: 'Viewing Plan' })
  await person.selectOptions(
    await screen.findByLabelText('Add a house from the shortlist'),
    await screen.findByRole('option', { name: /Ine/ }),
  )
  await person.click(screen.getByRole('button', { name: 'Add to this day' }))
  await screen.findByRole('link', { name: /Ine/ })
  await person.click(screen.getByRole('link', { name: 'Engawa' }))
  await waitFor(() => expect(address()).toBe('/shortlist'))
})

test('a link that the owner copies opens the page of the house for the partner', async () => {
  await share()
  const { address } = openApp('/listings?listing=ine', jun)
  await waitFor(() => expect(address()).toBe('/listings/ine'))
  await screen.findByRole('region', { name: 'Your notes' })
})

test('when the owner ends the sharing, the page of a shared house closes for the partner', async () => {
  await share()
  const { queryClient } = openApp('/listings/ine', jun)
  await screen.findByRole('region', { name: 'Your notes' })
  await server.call(ana, endPartnership, {})
  await queryClient.refetchQueries({ queryKey: ['shortlist'] })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your notes' })).toBeNull())
  closeApp()
  openApp('/shortlist', jun)
  await screen.findByText(/one of you has ended the sharing/)
  expect(screen.queryByRole('button', { name: 'Create a Link' })).toBeNull()
})

test('a shared house opens even if a saved response on the device still says that nobody shares a list with the person', async () => {
  openApp('/shortlist', jun)
  await screen.findByText('Nobody shares a shortlist with you')
  closeApp()
  await share()
  openApp('/listings/ine', jun)
  await screen.findByRole('region', { name: 'Your notes' })
})
