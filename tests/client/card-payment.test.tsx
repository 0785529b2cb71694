import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accountQuery } from '#client/data/account.ts'
import { createQueryClient } from '#client/data/query-client.ts'
import { CardForm } from '#client/features/subscription/card-form.tsx'
import { connection } from '#client/sync/connection.ts'
import { Chakra } from '#client/theme/chakra.tsx'
import { getAccount } from '#contract/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  confirmSubscription,
  createSubscription,
  getPaymentConfig,
  renewSubscription,
} from '#contract/payments.ts'
import { connect } from '#tests/support/app.tsx'
import { enterCard } from '#tests/support/card-form.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let person: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  vi.spyOn(globalThis, 'fetch')
  person = await server.addUser()
})

/** The requests that were sent to `path` so far. */
function requestsTo(path: string) {
  return vi.mocked(fetch).mock.calls.filter(([address]) => String(address).endsWith(path))
}

/** Holds the next response of `endpoint` until it is released. */
function holdResponse({ path }: Endpoint) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  network.hold = (address) => (address.endsWith(path) ? released : Promise.resolve())
  return { release }
}

/** Drops the next response of `endpoint`. After that, the previous `hold` applies again. */
function dropNextResponse({ path }: Endpoint) {
  const { hold } = network
  network.hold = async (address) => {
    if (!address.endsWith(path)) return hold(address)
    network.hold = hold
    throw new TypeError('Failed to fetch')
  }
}

/** Renders the form for `person`, as a page does. */
async function openForm(props: Partial<Parameters<typeof CardForm>[0]> = {}) {
  localStorage.setItem('token', person.token)
  const queryClient = createQueryClient()
  // Retry without a delay.
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
  await queryClient.prefetchQuery(accountQuery)
  const onDone = vi.fn<(message: string) => void>()
  const onCancel = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <Chakra>
        <CardForm submit="create" onDone={onDone} onCancel={onCancel} {...props} />
      </Chakra>
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), queryClient, onDone, onCancel }
}

const number = () => screen.findByRole<HTMLInputElement>('textbox', { name: /card number/ })
const subscribe = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Subscribe $20/month' })

test('entering a card pays for a subscription, and the account shows the subscription immediately', async () => {
  const { user, onDone, queryClient } = await openForm()
  await enterCard(user, '4242424242424242')
  await user.click(subscribe())
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('Subscription activated successfully!'))
  expect(queryClient.getQueryData(accountQuery.queryKey)?.subscription?.status).toBe('active')
  expect(await paymentsOf(server).countPaymentsOf(person)).toBe(1)
  expect(await paymentsOf(server).hasAccess(person)).toBe(true)
})

test('the card form says how many houses there are, how old they are, and how many have photos', async () => {
  await server.addListing({ asOf: '2025-03-31' })
  await server.addListing({ asOf: '2025-03-31', photos: [{}] })
  await openForm()
  await screen.findByText('2 houses, all as listed in March 2025. 1 of 2 houses has photos.')
})

test.each([
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4000000000000127', "Your card's security code is incorrect."],
  ['4000000000000341', 'Your card was declined.'],
])('paying with the refused card %s shows: %s', async (card, message) => {
  const { user, onDone } = await openForm()
  await enterCard(user, card)
  await user.click(subscribe())
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(onDone).not.toHaveBeenCalled()
  expect(await paymentsOf(server).liveSubscriptionsOf(person)).toEqual([])
})

test("a card number unknown to the sandbox shows the provider's message", async () => {
  const { user } = await openForm()
  await enterCard(user, '4111111111111111')
  await user.click(subscribe())
  expect((await screen.findByRole('alert')).textContent).toMatch(/declined/)
})

test("the provider's messages for developers are not shown to people", async () => {
  const { user, onDone } = await openForm()
  await enterCard(user, '4242424242424242')
  server.sandbox.faults.push({ path: /payment_methods$/, kind: '500', when: 'before', times: 1 })
  await user.click(subscribe())
  expect((await screen.findByRole('alert')).textContent).toBe('Payment method creation failed')
  await user.click(subscribe())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
})

test('after a declined card, the form keeps the entered card, and another card can pay', async () => {
  const { user, onDone } = await openForm()
  await enterCard(user, '4000000000000002')
  await user.click(subscribe())
  await screen.findByRole('alert')
  expect((await number()).value).toBe('4000 0000 0000 0002')
  await enterCard(user, '4242424242424242')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(subscribe())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(await paymentsOf(server).countPaymentsOf(person)).toBe(1)
})

test('card data is neither sent to our server nor stored on the device', async () => {
  const { user, onDone } = await openForm()
  await enterCard(user, '4242424242424242')
  await user.click(subscribe())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  const ours = vi.mocked(fetch).mock.calls.filter(([path]) => String(path).startsWith('/v1/'))
  const bodies = ours.flatMap(([, request]) => request?.body ?? []).map(String)
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    { plan: 'premium', payment_provider: 'stripe', payment_token: expect.stringMatching(/^pm_/) },
  ])
  const kept = JSON.stringify([ours, Object.entries(localStorage), Object.entries(sessionStorage)])
  expect(kept.replace(/\W/g, '')).not.toContain('42424242')
})

test("the button to pay is disabled until the card is complete, and shows the payment's progress", async () => {
  const answer = holdResponse(createSubscription)
  const { user, onDone, onCancel } = await openForm()
  await number()
  expect(subscribe().disabled).toBe(true)
  await enterCard(user, '4242424242424242')
  expect(subscribe().disabled).toBe(false)
  await user.click(subscribe())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Processing...' }).disabled).toBe(
    true,
  )
  expect((await number()).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).not.toHaveBeenCalled()
  answer.release()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
})

test('two simultaneous clicks on the payment button charge the card only once', async () => {
  const { user, onDone } = await openForm()
  await enterCard(user, '4242424242424242')
  const button = subscribe()
  // Both clicks run in one task, so that React cannot render in between.
  button.click()
  button.click()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(await paymentsOf(server).countPaymentsOf(person)).toBe(1)
  expect(requestsTo(createSubscription.path)).toHaveLength(1)
})

test('after a lost response, the form says that a second try is safe, and the card is charged only once', async () => {
  const { user, onDone } = await openForm()
  await enterCard(user, '4242424242424242')
  const account = holdResponse(getAccount)
  dropNextResponse(createSubscription)
  await user.click(subscribe())
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /do not know yet.*not be charged twice/,
  )
  expect(onDone).not.toHaveBeenCalled()
  expect((await number()).value).toBe('4242 4242 4242 4242')

  await user.click(subscribe())
  account.release()
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('Subscription activated successfully!'))
  expect(requestsTo('/sandbox/v1/payment_methods')).toHaveLength(1)
  expect(requestsTo(createSubscription.path)).toHaveLength(2)
  expect(await paymentsOf(server).countPaymentsOf(person)).toBe(1)
  expect(await paymentsOf(server).liveSubscriptionsOf(person)).toHaveLength(1)
})

test("when our server cannot reach Stripe, the form shows the server's message, and after a second press the card is charged only once", async () => {
  const { user, onDone } = await openForm()
  await enterCard(user, '4242424242424242')
  server.sandbox.faults.push({
    path: /subscriptions$/,
    method: 'POST',
    kind: '500',
    when: 'after',
    times: 9,
  })
  await user.click(subscribe())
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The payment provider is not answering. Please try again: you will not be charged twice.',
  )
  server.sandbox.faults.length = 0
  await user.click(subscribe())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(await paymentsOf(server).countPaymentsOf(person)).toBe(1)
})

test('if the response to a payment is lost and the person pays with another card, there is only one subscription', async () => {
  const { user, onDone } = await openForm()
  await enterCard(user, '4000000000000341')
  network.loseNext(createSubscription.path)
  await user.click(subscribe())
  await screen.findByRole('alert')
  await enterCard(user, '4242424242424242')
  await user.click(subscribe())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(requestsTo('/sandbox/v1/payment_methods')).toHaveLength(2)
  expect(await paymentsOf(server).liveSubscriptionsOf(person)).toHaveLength(1)
})

describe('a payment with 3-D Secure', () => {
  const dialog = () => screen.findByRole('dialog', { name: /^Test bank: confirm this/ })

  test('after the person confirms the payment with the bank, the subscription is active', async () => {
    const { user, onDone } = await openForm()
    await enterCard(user, '4000002500003155')
    await user.click(subscribe())
    const asking = await dialog()
    expect(asking.textContent).toContain('$20.00')
    expect(onDone).not.toHaveBeenCalled()
    await user.click(within(asking).getByRole('button', { name: 'Complete' }))
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('Subscription activated successfully!'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await paymentsOf(server).hasAccess(person)).toBe(true)
  })

  test("if the person declines the payment, the form shows the bank's message, and nothing is charged", async () => {
    const { user, onDone } = await openForm()
    await enterCard(user, '4000002500003155')
    await user.click(subscribe())
    await user.click(within(await dialog()).getByRole('button', { name: 'Fail' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^We are unable to authenticate your payment method/,
    )
    expect(onDone).not.toHaveBeenCalled()
    expect(await paymentsOf(server).liveSubscriptionsOf(person)).toEqual([])
  })

  test("closing the bank's dialog declines the payment", async () => {
    const { user } = await openForm()
    await enterCard(user, '4000002500003155')
    await user.click(subscribe())
    const asking = (await dialog()) as HTMLDialogElement
    // Simulates Escape. The browser then closes the dialog.
    asking.close()
    expect((await screen.findByRole('alert')).textContent).toMatch(/unable to authenticate/)
  })

  test('a card without funds is declined after the person has confirmed the payment', async () => {
    const { user } = await openForm()
    await enterCard(user, '4000008260003178')
    await user.click(subscribe())
    await user.click(within(await dialog()).getByRole('button', { name: 'Complete' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Your card has insufficient funds.')
    expect(await paymentsOf(server).liveSubscriptionsOf(person)).toEqual([])
  })

  test('confirming a card for a running subscription charges nothing today', async () => {
    person = await paymentsOf(server).addPayer()
    await paymentsOf(server).cancel(person)
    const { user, onDone, queryClient } = await openForm()
    await enterCard(user, '4000002500003155')
    await user.click(subscribe())
    const asking = await dialog()
    expect(asking.textContent).toContain('confirm this card?')
    await user.click(within(asking).getByRole('button', { name: 'Complete' }))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(queryClient.getQueryData(accountQuery.queryKey)?.subscription?.status).toBe('active')
    expect(await paymentsOf(server).countPaymentsOf(person)).toBe(1)
  })

  test('if the response to a confirmed payment is lost, pressing the payment button again shows the result', async () => {
    const { user, onDone } = await openForm()
    await enterCard(user, '4000002500003155')
    const account = holdResponse(getAccount)
    dropNextResponse(confirmSubscription)
    await user.click(subscribe())
    await user.click(within(await dialog()).getByRole('button', { name: 'Complete' }))
    await screen.findByRole('alert')
    await user.click(subscribe())
    account.release()
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(await paymentsOf(server).countPaymentsOf(person)).toBe(1)
  })
})

test('a person can renew an ended subscription by card', async () => {
  person = await paymentsOf(server).addPayer()
  await paymentsOf(server).cancel(person)
  await server.advance('2 months')
  person = { ...person, ...(await paymentsOf(server).signIn(person)) }
  const { user, onDone } = await openForm({ submit: 'renew' })
  await enterCard(user, '5555555555554444')
  await user.click(subscribe())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(requestsTo(renewSubscription.path)).toHaveLength(1)
  expect(await paymentsOf(server).countPaymentsOf(person)).toBe(2)
})

test('in the sandbox, the form says that no card is charged, and lists test cards', async () => {
  await openForm()
  expect(await screen.findByText('Sandbox: no card is charged')).toBeDefined()
  const cards = within(screen.getByRole('list')).getAllByRole('button')
  expect(cards.map(({ textContent }) => textContent)).toEqual(
    server.sandbox.cards.map((card) => card.number),
  )
})

test('pressing a test card copies its number', async () => {
  const { user } = await openForm()
  await user.click(await screen.findByRole('button', { name: '4000 0000 0000 0002' }))
  expect(await navigator.clipboard.readText()).toBe('4000 0000 0000 0002')
  expect(await screen.findByText('Copied')).toBeDefined()
})

test('the price and the date of the charge stand beside the button to pay', async () => {
  await openForm()
  await number()
  expect(
    screen.getByText('US$20.00 is charged today, then US$20.00 every month until you cancel.'),
  ).toBeDefined()
  cleanup()
  await openForm({ terms: 'Nothing today.' })
  await number()
  expect(screen.getByText('Nothing today.')).toBeDefined()
})

test('payment options that cannot be loaded are requested four times, and then the form says so', async () => {
  network.intercept = (path) =>
    path.endsWith(getPaymentConfig.path)
      ? Response.json({ detail: 'Busy' }, { status: 503 })
      : undefined
  await openForm()
  await screen.findByText('Failed to load payment options. Please refresh and try again.')
  expect(requestsTo(getPaymentConfig.path)).toHaveLength(4)
})

test('if payment options fail while the server is down, the form does not blame the connection', async () => {
  network.intercept = () => new Response('', { status: 502 })
  await openForm()
  await screen.findByText('Failed to load payment options. Please refresh and try again.')
  expect(connection.isOnline()).toBe(false)
})

test('payment options that failed to load can be loaded again with Try Again', async () => {
  network.intercept = (path) =>
    path.endsWith(getPaymentConfig.path)
      ? Response.json({ detail: 'Not today' }, { status: 403 })
      : undefined
  const { user, onCancel } = await openForm()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to load payment options. Please refresh and try again.',
  )
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalled()
  network.reconnect()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await number()).toBeDefined()
})

test('offline, the card form says that it needs a connection, and opens when the connection returns', async () => {
  network.disconnect()
  await openForm()
  expect(await screen.findByText(/^Paying needs a connection/)).toBeDefined()
  network.reconnect()
  expect(await number()).toBeDefined()
})
