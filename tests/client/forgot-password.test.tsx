import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

const EMAIL = 'ana@example.com'
const NEW = 'a path through the moss'
const INFO = 'If the email exists, a verification code has been sent.'

let server: TestServer
let network: ReturnType<typeof connect>

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  await server.addUser({ email: EMAIL, password: 'a lantern in the hall' })
})

const sendButton = () => screen.findByRole('button', { name: 'Send verification code' })
const updateButton = () => screen.findByRole('button', { name: 'Update password' })
const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled')

async function askForCode(person: UserEvent, email = EMAIL) {
  const button = await sendButton()
  await person.type(screen.getByLabelText('Email'), email)
  await person.click(button)
  await screen.findByLabelText('Verification Code')
}

async function fillIn(person: UserEvent, { code = '', confirmation = NEW }) {
  await person.type(screen.getByLabelText('Verification Code'), code)
  await person.type(screen.getByLabelText('New Password'), NEW)
  await person.type(screen.getByLabelText('Confirm Password'), confirmation)
}

async function mailedCode() {
  const [mail] = await server.mails()
  return mail?.text.match(/\d{6}/)?.[0] ?? ''
}

/** Returns a code that differs from the mailed one. */
async function wrongCode() {
  return (await mailedCode()) === '000000' ? '000001' : '000000'
}

test('a person with a forgotten password requests a code, chooses a new password, and signs in with it', async () => {
  const { person, address } = openApp('/login')
  await person.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  await askForCode(person, ` ${EMAIL} `)
  expect(screen.getByRole('status').textContent).toBe(INFO)
  expect(document.activeElement).toBe(screen.getByLabelText('Verification Code'))

  await fillIn(person, { code: await mailedCode() })
  await person.click(await updateButton())
  const dialog = await screen.findByRole('dialog', { name: 'Password updated' })
  within(dialog).getByText('Your password has been updated successfully. Click OK to sign in.')
  screen.getByText('Password updated.')
  await person.click(within(dialog).getByRole('button', { name: 'OK' }))

  await waitFor(() => expect(address()).toBe('/login'))
  await screen.findByText('Password updated.')
  await person.type(await screen.findByLabelText('Email'), EMAIL)
  await person.type(screen.getByLabelText('Password'), `${NEW}{Enter}`)
  await screen.findByRole('button', { name: /Account menu of/ })
})

test('the form for a forgotten password cannot be sent before it is filled in', async () => {
  const { person } = openApp('/forgot-password')
  expect(isDisabled(await sendButton())).toBe(true)
  await person.type(screen.getByLabelText('Email'), '  ')
  expect(isDisabled(await sendButton())).toBe(true)
  await person.clear(screen.getByLabelText('Email'))
  await askForCode(person)

  expect(isDisabled(await updateButton())).toBe(true)
  await fillIn(person, { code: '123456', confirmation: 'x' })
  expect(isDisabled(await updateButton())).toBe(false)
  await person.clear(screen.getByLabelText('Verification Code'))
  await person.type(screen.getByLabelText('Verification Code'), 'abc')
  expect(isDisabled(await updateButton())).toBe(true)
})

test('the form for a forgotten password does not send an invalid email address', async () => {
  const { person } = openApp('/forgot-password')
  await person.type(await screen.findByLabelText('Email'), 'ana{Enter}')
  screen.getByText('Email is invalid')
  expect(await server.mails()).toEqual([])
})

test.each([
  ['letters and surplus digits', '12a34-5678', '123456'],
  ['digits of other scripts', '１２３123', '123'],
])('the field for the reset code removes %s', async (_, typed, kept) => {
  const { person } = openApp('/forgot-password')
  await askForCode(person)
  await person.type(screen.getByLabelText('Verification Code'), typed)
  expect(screen.getByLabelText('Verification Code')).toHaveProperty('value', kept)
})

test('a person can paste a reset code with text around it, and the device can fill in the code', async () => {
  const { person } = openApp('/forgot-password')
  await askForCode(person)
  const field = screen.getByLabelText('Verification Code')
  await person.click(field)
  await person.paste('Your verification code is 123 456\n')
  expect(field).toHaveProperty('value', '123456')
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(field.getAttribute('inputmode')).toBe('numeric')
})

test('a reset code that is too short and new passwords that differ show errors at their fields', async () => {
  const { person } = openApp('/forgot-password')
  await askForCode(person)
  await fillIn(person, { code: '12345', confirmation: 'another one' })
  await person.click(await updateButton())
  screen.getByText('Enter the 6-digit code sent to your email.')
  screen.getByText('Passwords do not match.')
  expect(document.activeElement).toBe(screen.getByLabelText('Verification Code'))
})

test("a wrong reset code shows the server's message, and the form keeps its input", async () => {
  const { person } = openApp('/forgot-password')
  await askForCode(person)
  const code = await wrongCode()
  await fillIn(person, { code })
  await person.click(await updateButton())
  expect((await screen.findByRole('alert')).textContent).toMatch('This code is wrong')
  expect(screen.getByLabelText('Verification Code')).toHaveProperty('value', code)
  expect(screen.getByLabelText('New Password')).toHaveProperty('value', NEW)
})

test('the app checks the reset code before it sends the new password, and both requests together count as one attempt', async () => {
  const { person } = openApp('/forgot-password')
  await askForCode(person)
  const asked: string[] = []
  // After a slow response, the app also asks for the health of the server.
  network.intercept = (path) => void (path.startsWith('/v1/') && asked.push(path))
  await fillIn(person, { code: await wrongCode() })
  for (let tries = 1; tries <= 4; tries++) {
    await person.click(await updateButton())
    await waitFor(() => expect(asked).toHaveLength(tries))
    await screen.findByRole('alert')
    await waitFor(async () => expect(isDisabled(await updateButton())).toBe(false))
  }
  expect(new Set(asked)).toEqual(new Set(['/v1/auth/verify-reset-code']))

  // Four of five tries are used, so this try is the last.
  await person.clear(screen.getByLabelText('Verification Code'))
  await person.type(screen.getByLabelText('Verification Code'), await mailedCode())
  await person.click(await updateButton())
  await screen.findByRole('dialog', { name: 'Password updated' })
  expect(asked.slice(4)).toEqual(['/v1/auth/verify-reset-code', '/v1/auth/reset-password'])
})

test('the Back button returns to the typed email address, and the person can request a new code', async () => {
  const { person } = openApp('/forgot-password')
  await askForCode(person)
  await person.click(screen.getByRole('button', { name: 'Back' }))
  const email = await screen.findByLabelText('Email')
  expect(email).toHaveProperty('value', EMAIL)
  expect(document.activeElement).toBe(email)

  await person.click(await sendButton())
  await screen.findByLabelText('Verification Code')
  expect(await server.mails()).toHaveLength(2)
})

test('offline, both steps of a password reset say that there is no connection, and keep their input', async () => {
  const { person } = openApp('/forgot-password')
  network.disconnect()
  await person.type(await screen.findByLabelText('Email'), EMAIL)
  await person.click(await sendButton())
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be reached/)
  network.reconnect()
  await person.click(await sendButton())
  await screen.findByLabelText('Verification Code')

  network.disconnect()
  await fillIn(person, { code: '123456' })
  await person.click(await updateButton())
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be reached/)
  expect(screen.getByLabelText('Verification Code')).toHaveProperty('value', '123456')
})

test('if the response to a code request has no message, the page shows a standard message', async () => {
  const { person } = openApp('/forgot-password')
  network.intercept = () => Response.json({})
  await person.type(await screen.findByLabelText('Email'), EMAIL)
  await person.click(await sendButton())
  await screen.findByText('If the email exists, a verification code has been sent.')
})

test('after a malformed response, the form for a forgotten password says what failed', async () => {
  const { person } = openApp('/forgot-password')
  network.intercept = () => Response.json([])
  await person.type(await screen.findByLabelText('Email'), EMAIL)
  await person.click(await sendButton())
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to send code')

  network.reconnect()
  await person.click(await sendButton())
  await screen.findByLabelText('Verification Code')
  network.intercept = () => Response.json({})
  await fillIn(person, { code: '123456' })
  await person.click(await updateButton())
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to reset password')
})
