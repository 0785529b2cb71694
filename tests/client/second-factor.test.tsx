import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'a lantern in the hall'
const EMAIL = 'haruka@example.com'

let server: TestServer
beforeEach(async () => {
  server = await startServer({ requiresSecondFactor: true })
  connect(server)
})

test('an administrator without a second factor is led from the login to the setup, and the dashboard opens after it', async () => {
  await server.addAdmin({ email: EMAIL, password: PASSWORD })
  const person = userEvent.setup()
  const app = openApp('/login')
  await person.type(await screen.findByLabelText('Email'), EMAIL)
  await person.type(screen.getByLabelText('Password'), PASSWORD)
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText(/^Administrators need a second factor\. Until you set one up/)

  await app.router.navigate({ to: '/admin/dashboard' })
  await screen.findByText('Set up a second factor first')
  await person.click(screen.getByRole('link', { name: 'Open Account Settings' }))

  const card = within(await screen.findByRole('region', { name: 'Second Factor' }))
  await person.click(await card.findByRole('button', { name: 'Add an Authenticator App' }))
  await person.type(card.getByLabelText('Current Password'), PASSWORD)
  await person.click(card.getByRole('button', { name: 'Continue' }))
  const key = (await card.findByText(/^([A-Z2-7]{4} ?){8}$/)).textContent ?? ''
  const timestamp = server.services.now().getTime()
  const secret = Secret.fromBase32(key.replaceAll(' ', ''))
  const code = new TOTP({ secret }).generate({ timestamp })
  await person.type(card.getByLabelText('Code from your authenticator app'), code)
  await person.click(card.getByRole('button', { name: 'Add Authenticator App' }))
  expect(await card.findAllByRole('listitem')).toHaveLength(10)

  await app.router.navigate({ to: '/admin/dashboard' })
  await screen.findByRole('heading', { name: 'User Management' })
})
