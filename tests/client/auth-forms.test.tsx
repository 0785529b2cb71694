import { screen, waitFor } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { users } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
})

const account = {
  'Full Name': 'Ana Prieto',
  Email: 'ana@example.com',
  Password: 'engawa 1926',
  'Confirm Password': 'engawa 1926',
}

async function fillIn(
  person: ReturnType<typeof openApp>['person'],
  values: Partial<typeof account>,
) {
  for (const [label, value] of Object.entries(values)) {
    await person.clear(await screen.findByLabelText(label))
    await person.type(screen.getByLabelText(label), value)
  }
}

/** The error message of a field, as a screen reader announces it. */
function errorOf(label: string) {
  const input = screen.getByLabelText(label)
  if (input.getAttribute('aria-invalid') !== 'true') return undefined
  const [id] = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return document.getElementById(id ?? '')?.textContent
}

test('the login form shows an error at each empty field until the person edits that field', async () => {
  const { person } = openApp('/login')
  await person.click(await screen.findByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(errorOf('Email')).toBe('Email is required'))
  expect(errorOf('Password')).toBe('Password is required')
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))

  await person.type(screen.getByLabelText('Email'), 'ana')
  expect(errorOf('Email')).toBeUndefined()
  expect(errorOf('Password')).toBe('Password is required')

  await person.type(screen.getByLabelText('Password'), 'secret{Enter}')
  expect(errorOf('Email')).toBe('Email is invalid')
})

test("if a person signs in with a wrong password, the login form shows the server's message", async () => {
  const { person } = openApp('/login')
  await fillIn(person, { Email: account.Email, Password: 'not the one' })
  await person.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email or password')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', account.Email)

  await person.clear(screen.getByLabelText('Password'))
  await person.keyboard('{Enter}')
  await waitFor(() => expect(errorOf('Password')).toBe('Password is required'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the login form shows a message if the server cannot be reached', async () => {
  const { person } = openApp('/login')
  await fillIn(person, { Email: account.Email, Password: account.Password })
  network.disconnect()
  await person.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be reached/)
})

test('registering leads to the login form, which shows a success message for five seconds', async () => {
  const { person, address } = openApp('/register')
  await screen.findByText('You can add a subscription after creating your account')
  await fillIn(person, account)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await person.click(screen.getByRole('button', { name: 'Create Account' }))

  const message = 'Account created successfully! Please log in to continue.'
  await screen.findByText(message)
  expect(address()).toBe('/login')
  vi.advanceTimersByTime(4_500)
  expect(screen.queryByText(message)).not.toBeNull()
  vi.advanceTimersByTime(500)
  vi.useRealTimers()
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
})

test('after registering, the login form is filled in, and one tap signs in', async () => {
  const { person } = openApp('/register')
  await fillIn(person, account)
  await person.click(screen.getByRole('button', { name: 'Create Account' }))
  await screen.findByText('Account created successfully! Please log in to continue.')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', account.Email)
  expect(screen.getByLabelText('Password')).toHaveProperty('value', account.Password)
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByRole('button', { name: 'Account menu of Ana Prieto' })
})

test('the password of a new account is only in memory, and is forgotten when the person leaves the login page', async () => {
  const { person, router, address } = openApp('/register')
  await fillIn(person, account)
  await person.click(screen.getByRole('button', { name: 'Create Account' }))
  await screen.findByText('Account created successfully! Please log in to continue.')
  const stored = [address(), router.history.location.state, localStorage, sessionStorage]
  expect(JSON.stringify(stored)).not.toContain(account.Password)
  expect(JSON.stringify(stored)).not.toContain(account.Email)
  expect(document.body.innerHTML).not.toContain(account.Password)

  await person.click(screen.getByRole('link', { name: 'Forgot password?' }))
  await screen.findByRole('button', { name: 'Send verification code' })
  router.history.back()
  expect(await screen.findByLabelText('Password')).toHaveProperty('value', '')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', '')
})

test('a first visitor reads at the login page what the product is, and one tap leads to ten free houses', async () => {
  await server.addListing()
  const { person, address } = openApp('/')
  await screen.findByText(/^Vacant houses for sale all over Japan, in English/)
  expect(address()).toBe('/login')
  await person.click(screen.getByRole('link', { name: 'See ten houses free' }))
  await screen.findByRole('heading', { name: 'Free Preview' })
})

test('a person who is led to the login page by another page reads no introduction', async () => {
  openApp('/favorites')
  await screen.findByText('Sign in to see every house.')
  screen.getByRole('link', { name: 'See ten houses free' })
  expect(screen.queryByText(/^Vacant houses for sale/)).toBeNull()
})

test('the registration form shows the errors of all fields at once', async () => {
  const { person } = openApp('/register')
  await fillIn(person, { Email: 'ana', Password: 'short', 'Confirm Password': 'other' })
  await person.keyboard('{Enter}')
  expect(Object.keys(account).map(errorOf)).toEqual([
    'Name is required',
    'Email is invalid',
    'Password must be at least 6 characters',
    'Passwords do not match',
  ])
})

test('offline, the registration form keeps what was typed', async () => {
  const { person } = openApp('/register')
  const typed = { ...account, 'Confirm Password': account.Password }
  await fillIn(person, typed)
  network.disconnect()
  await person.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be reached/)
  for (const [label, value] of Object.entries(typed))
    expect(screen.getByLabelText(label)).toHaveProperty('value', value)
})

test('a registered email address cannot be registered again', async () => {
  await server.addUser({ email: account.Email })
  const { person, address } = openApp('/register')
  await fillIn(person, account)
  await person.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Email already registered. If this is your account, please login instead.',
  )
  expect(errorOf('Email')).toBe('This email is already registered. Please use a different email.')
  expect(address()).toBe('/register')
})

test('an email address that is registered while the form checks it shows the same error at its field', async () => {
  const { person, address } = openApp('/register')
  await fillIn(person, account)
  network.hold = async (path) => {
    network.hold = async () => {}
    expect(path).toContain('check-email')
    await server.addUser({ email: account.Email })
  }
  await person.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Email already registered. If this is your account, please login instead.',
  )
  expect(errorOf('Email')).toBe('This email is already registered. Please use a different email.')
  expect(address()).toBe('/register')
})

test('when the response to a registration is lost, a second attempt says that the account exists', async () => {
  const { person } = openApp('/register')
  await fillIn(person, account)
  network.loseNext('/auth/register')
  await person.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be reached/)

  await person.click(screen.getByRole('button', { name: 'Create Account' }))
  await screen.findByText(
    'Email already registered. If this is your account, please login instead.',
  )
  expect(screen.getByLabelText('Password')).toHaveProperty('value', account.Password)
  const people = await server.services.db.select().from(users).where(eq(users.email, account.Email))
  expect(people).toHaveLength(1)
})
