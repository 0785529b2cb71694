import Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listSubscriptions } from '#contract/users.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

const stripe = () => server.services.payments.stripe

/** Subscribes with a card whose bank objects to each payment. */
async function addPayer(card: 'pm_card_createDispute' | 'pm_card_createDisputeInquiry') {
  const ana = await server.addUser()
  await payments.pay(ana, card)
  await server.settle()
  return ana
}

async function decide(evidence: 'winning_evidence' | 'losing_evidence') {
  const { data } = await stripe().disputes.list()
  await stripe().disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: evidence } })
  await server.settle()
}

/** The latest objection that administrators see beside the person's subscription. */
async function shownDispute({ id }: { id: string }) {
  const { body } = await server.call(await server.addAdmin(), listSubscriptions, {})
  return body.find((one) => one.user_id === id)?.dispute
}

async function auditedStatuses() {
  const { body } = await server.call(await server.addAdmin(), listAudit, {
    action: 'subscription.dispute',
  })
  return body.results.map(({ after }) => after?.dispute)
}

const subjects = async () => (await server.mails()).map(({ subject }) => subject)

describe("a bank's inquiry", () => {
  test('changes nothing for the person, and administrators see that a question is open', async () => {
    const ana = await addPayer('pm_card_createDisputeInquiry')
    expect(await payments.hasAccess(ana)).toBe(true)
    expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
    expect(await subjects()).toEqual(['Your Engawa subscription has started'])
    expect(await shownDispute(ana)).toBe('warning_needs_response')
    expect(await auditedStatuses()).toEqual(['warning_needs_response'])
  })

  test('that the bank closes changes nothing either', async () => {
    const ana = await addPayer('pm_card_createDisputeInquiry')
    await decide('winning_evidence')
    expect(await payments.hasAccess(ana)).toBe(true)
    expect(await shownDispute(ana)).toBe('warning_closed')
  })

  test('that becomes a dispute ends access and the subscription', async () => {
    const ana = await addPayer('pm_card_createDisputeInquiry')
    await decide('losing_evidence')
    expect(await payments.hasAccess(ana)).toBe(false)
    expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
    expect(await shownDispute(ana)).toBe('needs_response')
  })
})

describe('a dispute', () => {
  test('that is won is shown to administrators, and gives no access by itself', async () => {
    const ana = await addPayer('pm_card_createDispute')
    expect(await payments.hasAccess(ana)).toBe(false)
    await decide('winning_evidence')
    expect(await payments.hasAccess(ana)).toBe(false)
    expect(await shownDispute(ana)).toBe('won')
    expect(await auditedStatuses()).toEqual(['won', 'needs_response'])
  })

  test('does not end a subscription that the person starts after it', async () => {
    const ana = await addPayer('pm_card_createDispute')
    await payments.pay(ana)
    await decide('losing_evidence')
    expect(await shownDispute(ana)).toBe('lost')
    expect(await payments.hasAccess(ana)).toBe(true)
  })

  test('whose events Stripe did not deliver is found by the daily comparison', async () => {
    server.sandbox.webhookFaults.drop = () => true
    const ana = await addPayer('pm_card_createDispute')
    await server.advance('40 days')
    server.sandbox.webhookFaults.drop = null
    await server.billingWork.runDueJobs()
    expect(await payments.hasAccess(ana)).toBe(false)
    expect(await shownDispute(ana)).toBe('needs_response')
  })

  test('that only a signed event reports still counts', async () => {
    const ana = await payments.addPayer()
    const payment_intent = await payments.lastPaymentOf(ana)
    await report({ type: 'created', status: 'warning_needs_response', payment_intent })
    expect(await payments.hasAccess(ana)).toBe(true)
    await report({ type: 'created', status: 'needs_response', payment_intent })
    expect(await payments.hasAccess(ana)).toBe(false)
    await report({ type: 'closed', status: 'won', payment_intent })
    expect(await shownDispute(ana)).toBe('won')
  })
})

/** Posts an event about a dispute that Stripe itself does not list. */
async function report(given: {
  type: 'created' | 'closed'
  status: string
  payment_intent: string
}) {
  const { type, status, payment_intent } = given
  const payload = JSON.stringify({
    id: `evt_${type}_${status}`,
    object: 'event',
    type: `charge.dispute.${type}`,
    livemode: false,
    data: { object: { object: 'dispute', id: 'du_reported', status, payment_intent } },
  })
  const secret = server.services.payments.settings.webhookSecrets[0] ?? ''
  await server.fetch('/v1/payments/webhook', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
    body: payload,
  })
  await server.settle()
}
