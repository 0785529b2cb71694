import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { blockUser, updateUser } from '#contract/users.ts'
import { subscriptions, users } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'a lantern in the hall'
const NEW = 'a path through the moss'
const ADDRESS = '/admin/dashboard'

let server: TestServer
let network: ReturnType<typeof connect>
let haruka: Person
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  haruka = await server.addAdmin({
    name: 'Haruka Sato',
    email: 'haruka@example.com',
    createdAt: new Date('2025-01-01'),
  })
  ana = await server.addUser({
    name: 'Ana Prieto',
    email: 'ana@example.com',
    password: PASSWORD,
    createdAt: new Date('2026-01-02'),
  })
})

async function openPeople(search = '', somebody: Person = haruka) {
  const app = openApp(`${ADDRESS}${search}`, somebody)
  await screen.findByRole('heading', { name: 'User Management' })
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  return app
}

/** Finds the table even while a dialog hides the page from screen readers. */
const table = (name: string) => within(screen.getByRole('table', { name, hidden: true }))

/** The texts of a table's rows, without the actions. */
const rows = (name: string) =>
  table(name)
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell', { hidden: true })
        .slice(0, -1)
        .map(({ textContent }) => textContent),
    )

const names = () => rows('Users').map(([name]) => name)

const sheet = () => within(screen.getByRole('dialog'))

const button = (name: string | RegExp) => screen.getByRole('button', { name })

/** Makes the server fail at a path, with an empty error message. */
function failRequests(method: string, path: RegExp) {
  network.intercept = (asked, used) =>
    used === method && path.test(asked) ? Response.json({ detail: '' }, { status: 500 }) : undefined
}

test('users are listed with role and status, and subscriptions with status and plan', async () => {
  await server.addSubscriber({
    user: {
      name: 'Ben Okri',
      email: 'ben@example.com',
      isBlocked: true,
      createdAt: new Date('2026-01-01'),
    },
    status: 'cancelled',
  })
  await openPeople()
  expect(
    table('Users')
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Name', 'Email', 'Role', 'Status', 'Actions'])
  expect(rows('Users')).toEqual([
    ['Ana Prieto', 'ana@example.com', 'User', 'Active'],
    ['Ben Okri', 'ben@example.com', 'User', 'Blocked'],
    ['Haruka Sato (you)', 'haruka@example.com', 'Admin', 'Active'],
  ])
  expect(
    table('Subscriptions')
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['User Email', 'Status', 'Plan', 'Actions'])
  expect(rows('Subscriptions')).toEqual([
    ['ana@example.com', 'Inactive', 'Free'],
    ['ben@example.com', 'Cancelled', 'Premium'],
  ])
})

test("the first entry of the administrators' menu leads to the users", async () => {
  const { person, address } = openApp('/account', haruka)
  await person.click(await screen.findByRole('button', { name: /account menu/i }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Admin Dashboard',
    'Saved Searches',
    'Since Your Last Visit',
    'Shared Shortlist',
    'On This Device',
    'Account Settings',
    'Subscription',
    'Log out',
  ])
  await person.click(screen.getByRole('menuitem', { name: 'Admin Dashboard' }))
  await screen.findByRole('heading', { name: 'User Management' })
  expect(address()).toBe(ADDRESS)
})

test('the users page refuses a person who is not an administrator, and requests no data', async () => {
  const asked: string[] = []
  network.intercept = (path) => {
    asked.push(path)
    return undefined
  }
  openApp(ADDRESS, ana)
  await screen.findByText('Access Denied')
  screen.getByText('Admin access required')
  expect(asked.filter((path) => /users|subscriptions/.test(path))).toEqual([])
  expect(screen.queryByRole('heading', { name: 'User Management' })).toBeNull()
})

test('the address contains the search, the order and the page of the list of users', async () => {
  for (let number = 10; number < 31; number++) {
    await server.addUser({ name: `Mei ${number}`, createdAt: new Date('2026-01-03') })
  }
  const { person, address, back } = await openPeople()
  await person.type(
    screen.getByRole('searchbox', { name: 'Search by name or email' }),
    'mei{Enter}',
  )
  await waitFor(() => expect(names()).toHaveLength(20))
  await screen.findByText('1–20 of 21 users')
  await person.click(table('Users').getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(names()[0]).toBe('Mei 10'))
  await person.click(
    within(screen.getByRole('navigation', { name: 'Pages of users' })).getByRole('button', {
      name: 'Next',
    }),
  )
  await waitFor(() => expect(names()).toEqual(['Mei 30']))
  expect(address()).toBe(`${ADDRESS}?search=mei&sort=name&order=asc&page=2`)
  back()
  await waitFor(() => expect(names()).toHaveLength(20))
})

test('an invalid value in the address of the users page is ignored', async () => {
  const { address } = await openPeople('?sort=password_hash&order=up&page=-1&status=rich')
  expect(names()).toEqual(['Ana Prieto', 'Haruka Sato (you)'])
  expect(address()).toBe(ADDRESS)
})

test('an empty list of users says that there are none', async () => {
  await openPeople('?search=nobody&status=expired')
  screen.getByText('No name or email matches your search.')
  screen.getByText('No subscription matches your search.')
})

test('a page number beyond the last page of users leads to the first page', async () => {
  const { person } = await openPeople('?page=9')
  screen.getByText('There are no users on this page')
  screen.getByText('None of 2 users')
  await person.click(button('Go to page 1'))
  await waitFor(() => expect(names()).toHaveLength(2))
})

test('a new user is in the list and can sign in', async () => {
  const { person } = await openPeople()
  await person.click(button('Create New User'))
  const form = sheet()
  await person.type(form.getByLabelText('Name'), 'Mei Okada')
  await person.type(form.getByLabelText('Email'), 'mei@example.com')
  await person.type(form.getByLabelText('Password'), PASSWORD)
  await person.selectOptions(form.getByLabelText('Role'), 'Admin')
  await person.click(form.getByRole('button', { name: 'Create User' }))
  await screen.findByText('User created successfully')
  await waitFor(() => expect(rows('Users')).toHaveLength(3))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(rows('Users')).toContainEqual(['Mei Okada', 'mei@example.com', 'Admin', 'Active'])
  const input = { username: 'mei@example.com', password: PASSWORD }
  expect((await server.call(null, login, input)).status).toBe(200)
})

test('invalid fields of a new user show errors, and an e-mail address in use also shows a toast', async () => {
  const { person } = await openPeople()
  await person.click(button('Create New User'))
  const form = sheet()
  await person.click(form.getByRole('button', { name: 'Create User' }))
  for (const sentence of ['Name is required', 'Email is required', 'Password is required']) {
    form.getByText(sentence)
  }
  await person.type(form.getByLabelText('Name'), 'Ana')
  await person.type(form.getByLabelText('Email'), 'ANA@example.com')
  await person.type(form.getByLabelText('Password'), 'short')
  await person.click(form.getByRole('button', { name: 'Create User' }))
  form.getByText('Password must be at least 6 characters')
  await person.type(form.getByLabelText('Password'), ' no more')
  await person.click(form.getByRole('button', { name: 'Create User' }))
  await screen.findByText('Failed to create user')
  const sentence = 'This email is already registered. Please use a different email.'
  expect(screen.getAllByText(sentence)).toHaveLength(2)
  expect(form.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
})

test('a user can be edited, and a blank password field keeps the password', async () => {
  const { person } = await openPeople()
  await person.click(button('Edit Ana Prieto'))
  const form = sheet()
  form.getByText(/leave blank to keep unchanged/)
  const name = form.getByLabelText('Name')
  await person.clear(name)
  await person.type(name, 'Ana Okada')
  await person.selectOptions(form.getByLabelText('Role'), 'Admin')
  await person.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('User updated successfully')
  await waitFor(() =>
    expect(rows('Users')[0]).toEqual(['Ana Okada', 'ana@example.com', 'Admin', 'Active']),
  )
  const input = { username: 'ana@example.com', password: PASSWORD }
  expect((await server.call(null, login, input)).status).toBe(200)
})

test("an administrator can set a user's password", async () => {
  const { person } = await openPeople()
  await person.click(button('Edit Ana Prieto'))
  await person.type(sheet().getByLabelText('Password'), `${NEW}{Enter}`)
  await screen.findByText('User updated successfully')
  const input = { username: 'ana@example.com', password: NEW }
  expect((await server.call(null, login, input)).status).toBe(200)
})

test('blocking a user needs confirmation in a dialog that explains the effect, but unblocking needs none', async () => {
  const { person } = await openPeople()
  await person.click(button('Block Ana Prieto'))
  sheet().getByText(/logged out everywhere immediately/)
  sheet().getByText(/renewal of a paid subscription is stopped/)
  await person.click(sheet().getByRole('button', { name: 'Cancel' }))
  expect(names()).toContain('Ana Prieto')
  await person.click(button('Block Ana Prieto'))
  await person.click(sheet().getByRole('button', { name: 'Block' }))
  await screen.findByText('User blocked successfully')
  expect(rows('Users')[0]).toEqual(['Ana Prieto', 'ana@example.com', 'User', 'Blocked'])
  button('Ana Prieto is blocked. Unblock the account to send a password reset')
  await person.click(button('Unblock Ana Prieto'))
  await screen.findByText('User unblocked successfully')
  expect(rows('Users')[0]).toContain('Active')
})

test('deleting a user needs confirmation in a dialog that explains the effect', async () => {
  const { person } = await openPeople()
  await person.click(button('Delete Ana Prieto'))
  sheet().getByText(/favorites are deleted/)
  sheet().getByText(/A paid subscription ends immediately/)
  await person.click(sheet().getByRole('button', { name: 'Delete' }))
  await screen.findByText('User deleted successfully')
  await waitFor(() => expect(names()).toEqual(['Haruka Sato (you)']))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'User Management' }))
})

test('an administrator can send a user a mail to reset the password', async () => {
  const { person } = await openPeople()
  await person.click(button('Send password reset to Ana Prieto'))
  await screen.findByText('Password reset email sent')
  expect(await server.mails()).toMatchObject([{ to: 'ana@example.com' }])
})

test('administrators cannot block, delete or demote themselves, and see why', async () => {
  const { person } = await openPeople()
  for (const name of ['You cannot block yourself', 'Delete your own account in Account Settings']) {
    expect(button(name).getAttribute('aria-disabled')).toBe('true')
    await person.click(button(name))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  await person.click(button('Edit Haruka Sato'))
  const role = sheet().getByLabelText<HTMLSelectElement>('Role')
  expect(role.disabled).toBe(true)
  const reason = document.getElementById(role.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('You cannot remove your own administrator role')
  const name = sheet().getByLabelText('Name')
  await person.clear(name)
  await person.type(name, 'H. Sato{Enter}')
  await screen.findByText('User updated successfully')
  await screen.findByRole('button', { name: 'Account menu of H. Sato' })
})

test.each([
  ['Block Ana Prieto', 'Block', 'PUT', /\/block$/, 'Failed to block user'],
  ['Delete Ana Prieto', 'Delete', 'DELETE', /\/users\//, 'Failed to delete user'],
  ['Edit Ana Prieto', 'Save', 'PUT', /\/users\//, 'Failed to update user'],
  ['Send password reset to Ana Prieto', null, 'POST', /./, 'Failed to send password reset'],
])(
  'if the action “%s” fails, a message says which action failed',
  async (name, action, method, path, sentence) => {
    const { person } = await openPeople()
    failRequests(method, path)
    await person.click(button(name))
    if (action) await person.click(sheet().getByRole('button', { name: action }))
    await screen.findByText(sentence)
    expect(names()).toContain('Ana Prieto')
  },
)

test.each([
  [/\/v1\/users/, 'Failed to load users', 'The users could not be loaded'],
  [/\/v1\/subscriptions/, 'Failed to load subscriptions', 'The subscriptions could not be loaded'],
])('when %s fails, the page shows an error, and Try Again works', async (path, toast, panel) => {
  failRequests('GET', path)
  const { person } = openApp(ADDRESS, haruka)
  await screen.findByText(toast)
  await screen.findByText(panel)
  network.reconnect()
  await person.click(button('Try Again'))
  await waitFor(() => expect(screen.queryByText(panel)).toBeNull())
  await screen.findByRole('table', { name: 'Users' })
  await screen.findByRole('table', { name: 'Subscriptions' })
})

const subscriptionOf = async ({ id }: Person) => {
  const { db } = server.services
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, id))
  return row
}

test("a chosen status or plan of a subscription is saved immediately, and the page shows the server's result", async () => {
  const { person } = await openPeople()
  await person.click(button('Edit subscription for ana@example.com'))
  screen.getByRole('dialog', { name: 'Edit Subscription for ana@example.com' })
  sheet().getByText('They have no access, and are not charged.')
  await person.selectOptions(sheet().getByLabelText('Status'), 'Active')
  await screen.findByText('Subscription updated successfully')
  // Activating a subscription by hand sets the premium plan.
  expect(sheet().getByLabelText<HTMLSelectElement>('Plan').value).toBe('premium')
  expect(await subscriptionOf(ana)).toMatchObject({ status: 'active', paymentProvider: 'manual' })
  await person.selectOptions(sheet().getByLabelText('Plan'), 'Free')
  await waitFor(() =>
    expect(sheet().getByLabelText<HTMLSelectElement>('Status').value).toBe('inactive'),
  )
  await person.click(sheet().getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(rows('Subscriptions')).toEqual([['ana@example.com', 'Inactive', 'Free']]),
  )
})

test('the status field of a subscription explains what a change means for a paying person', async () => {
  const ben = await server.addSubscriber({
    user: { email: 'ben@example.com' },
    paymentProvider: 'stripe',
    endsAt: new Date('2099-02-15T12:00:00Z'),
  })
  const { person } = await openPeople()
  await person.click(button(`Edit subscription for ${ben.email}`))
  sheet().getByText('They pay by card, and have paid until February 15, 2099.')
  const status = sheet().getByLabelText('Status')
  const hint = document.getElementById(status.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toBe(
    'The status Inactive ends the person’s access and subscription immediately, without a refund.',
  )
})

test('the status field of a subscription shows the current status, even if this status cannot be chosen', async () => {
  await server.addSubscriber({ user: { email: 'ben@example.com' }, status: 'cancelled' })
  const { person } = await openPeople()
  await person.click(button('Edit subscription for ben@example.com'))
  const status = sheet().getByLabelText<HTMLSelectElement>('Status')
  expect([...status.options].map(({ text, disabled }) => [text, disabled])).toEqual([
    ['Cancelled', true],
    ['Active', false],
    ['Inactive', false],
  ])
  expect(status.value).toBe('cancelled')
})

test('the status field of a subscription is disabled while its value is saved, and reset if saving fails', async () => {
  const { person } = await openPeople()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await person.click(button('Edit subscription for ana@example.com'))
  failRequests('PUT', /\/v1\/subscriptions/)
  network.hold = (path) => (path.startsWith('/v1/subscriptions/') ? answered : Promise.resolve())
  const status = sheet().getByLabelText<HTMLSelectElement>('Status')
  await person.selectOptions(status, 'Active')
  expect([status.disabled, status.value]).toEqual([true, 'active'])
  answer()
  await screen.findByText('Failed to update subscription')
  expect([status.disabled, status.value]).toEqual([false, 'inactive'])
  expect(document.activeElement).toBe(status)
})

test('subscriptions can be searched by address and status', async () => {
  await server.addSubscriber({ user: { email: 'ben@example.com' } })
  const { person, address } = await openPeople()
  await person.selectOptions(screen.getByLabelText('Show'), 'Active')
  await waitFor(() =>
    expect(rows('Subscriptions')).toEqual([['ben@example.com', 'Active', 'Premium']]),
  )
  await person.type(screen.getByRole('searchbox', { name: 'Search by email' }), 'ana{Enter}')
  await screen.findByText('No subscription matches your search.')
  expect(address()).toBe(`${ADDRESS}?subscriber=ana&status=active`)
})

test("after an administrator is demoted, the dashboard closes at the administrator's next attempt to change something", async () => {
  const mei = await server.addAdmin({ name: 'Mei Okada', email: 'mei@example.com' })
  const { person } = await openPeople('', mei)
  const { id, name, email } = mei
  await server.call(haruka, updateUser, { id, name, email, role: 'user' })
  await person.click(button('Send password reset to Ana Prieto'))
  await screen.findByText('Access Denied')
  expect(screen.queryByRole('heading', { name: 'User Management' })).toBeNull()
  expect(await server.mails()).toEqual([])
})

test('after an administrator is demoted, the dashboard closes when it next loads data', async () => {
  const mei = await server.addAdmin({ name: 'Mei Okada', email: 'mei@example.com' })
  const { person } = await openPeople('', mei)
  await server.services.db.update(users).set({ role: 'user' }).where(eq(users.id, mei.id))
  await person.click(table('Users').getByRole('button', { name: 'Name' }))
  await screen.findByText('Access Denied')
  expect(screen.queryByText('Ana Prieto')).toBeNull()
})

test('a person who is blocked is signed out by the next request', async () => {
  const { queryClient, address } = openApp('/account', ana)
  await screen.findByRole('heading', { name: 'Account Settings' })
  await server.call(haruka, blockUser, { id: ana.id, block: true })
  await queryClient.refetchQueries()
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(address()).toMatch(/^\/login/)
  expect(localStorage.getItem('token')).toBeNull()
})

test('offline, the users page keeps the loaded users, but nothing can be changed', async () => {
  await openPeople()
  network.disconnect()
  await screen.findByText(/Newer data needs a connection/)
  expect(names()).toContain('Ana Prieto')
  for (const name of ['Create New User', 'Edit Ana Prieto', 'Delete Ana Prieto']) {
    await waitFor(() => expect(button(name).getAttribute('aria-disabled')).toBe('true'))
  }
})
