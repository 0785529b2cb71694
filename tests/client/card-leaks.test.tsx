import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { printBug } from '#server/errors/error-format.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { payWith } from '#tests/support/card-form.ts'
import { watchForCards } from '#tests/support/card-leaks.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const CODE = '737'

let server: TestServer
let sandboxFolder: string
let watch: ReturnType<typeof watchForCards>

beforeEach(async () => {
  sandboxFolder = testDirectory()
  // Print bug reports to the console as in production, so that the test also searches them for card
  // data.
  server = await startServer({ sandboxFolder, logError: printBug })
  server.setNow(new Date().toISOString())
  connect(server)
  watch = watchForCards({ db: server.services.db, code: CODE })
})

async function completeAuthentication(person: UserEvent) {
  const bank = within(await screen.findByRole('dialog', { name: /^Test bank/ }))
  await person.click(bank.getByRole('button', { name: 'Complete' }))
}

test('no card number and no security code reaches the server, a log line, a row or a file (check 53)', async () => {
  const ana = await server.addUser()
  const { person } = openApp('/subscription/manage', ana)
  await person.click(await screen.findByRole('button', { name: 'Subscribe Now - $20/month' }))
  await payWith(person, '4111111111111111', CODE)
  await screen.findByText(/your request was in test mode/i)
  await payWith(person, '4000000000000002', CODE)
  await screen.findByText('Your card was declined.')
  await payWith(person, '4000002500003155', CODE)
  await completeAuthentication(person)
  await screen.findByText('Subscription activated successfully!')
  await server.advance('1 month')
  await server.advance('2 hours')

  expect(await paymentsOf(server).countPaymentsOf(ana)).toBe(2)
  expect((await server.mails()).length).toBeGreaterThan(0)
  expect([...watch.requestedPaths]).toEqual(
    expect.arrayContaining([
      '/v1/payments/create-subscription',
      '/v1/payments/confirm-subscription',
      '/v1/payments/webhook',
    ]),
  )
  expect(await watch.findLeaks()).toEqual([])
  expect(watch.findInFolder(sandboxFolder)).toEqual([])
})

test.each<[string, string, () => unknown]>([
  ['address', '4242424242424242', () => fetch('/v1/listings?card=4242%204242%204242%204242')],
  ['address', '5555555555554444', () => fetch('/v1/payments/5555555555554444')],
  [
    'headers',
    '4242424242424242',
    () => fetch('/v1/me', { headers: { 'x-card': '4242424242424242' } }),
  ],
  ['body', '378282246310005', () => send(JSON.stringify({ card: 'Amex 3782 822463 10005' }))],
  ['body', CODE, () => send(new URLSearchParams({ 'card[cvc]': CODE }))],
  ['log', '4242424242424242', () => console.log('Paid with', '4242-4242-4242-4242')],
  ['log', CODE, () => process.stderr.write(`{"cvc":"${CODE}"}\n`)],
  ['table users', '4242424242424242', () => rename('Ana 4242424242424242')],
])('a search for leaked card data finds a planted card in %s (%s)', async (where, what, plant) => {
  await server.addUser()
  await plant()
  expect(await watch.findLeaks()).toEqual([{ where, what }])
})

test('a search for leaked card data finds a planted card in a file of the payment sandbox', () => {
  const { size } = statSync(join(sandboxFolder, 'changes.jsonl'))
  expect(size).toBeGreaterThan(0)
  appendFileSync(join(sandboxFolder, 'changes.jsonl'), '{"number":"4242424242424242"}\n')
  expect(watch.findInFolder(sandboxFolder)).toEqual(['4242424242424242'])
})

function send(body: string | URLSearchParams) {
  return fetch('/v1/payments/create-subscription', { method: 'POST', body })
}

async function rename(name: string) {
  const [user] = await server.services.db.select().from(users)
  await server.services.db
    .update(users)
    .set({ name })
    .where(eq(users.id, user?.id ?? ''))
}
