import { expect, test } from 'vitest'
import {
  accessEndedMail,
  cancelledMail,
  paymentFailedMail,
  refundedMail,
  startedMail,
} from '#server/payments/mirror/subscription-mails.ts'

const ANA = { name: 'Ana Prieto', email: 'ana@example.com' }
const SITE = 'https://engawa.example'
/** In Japan, this moment falls on the next day. The mails must state the date in UTC. */
const END = new Date('2026-02-05T23:30:00Z')

test('the welcome mail states plan, price, renewal and next billing date, and says how to cancel', () => {
  const mail = startedMail(ANA, { nextBillingAt: END }, SITE)
  expect(mail).toMatchObject({
    to: 'ana@example.com',
    subject: 'Your Engawa subscription has started',
  })
  expect(mail.text).toContain('Hello Ana Prieto,')
  expect(mail.text).toContain(
    [
      'Plan: Premium Access',
      'Price: US$20.00 per month',
      'Renewal: automatic, every month, until you cancel',
      'Next billing date: Feb 05, 2026 (UTC)',
    ].join('\n'),
  )
  expect(mail.text).toContain('"Cancel Subscription"')
  expect(mail.text).toContain('\nhttps://engawa.example/subscription/manage\n')
})

test('the mail after a cancellation says when access ends, and how to resume the subscription', () => {
  const { text } = cancelledMail(ANA, { endsAt: END, isOwed: false }, SITE)
  expect(text).toContain('your card will not be charged again')
  expect(text).toContain('until Feb 05, 2026 (UTC).')
  expect(text).toContain('"Reactivate Subscription"')
  expect(text).toContain('\nhttps://engawa.example/subscription/manage\n')
})

test('the mail after a failed charge says what happened, how long access lasts, and what to do', () => {
  const { text } = paymentFailedMail(ANA, { accessUntil: END }, SITE)
  expect(text).toContain('your card could not be charged US$20.00')
  expect(text).toContain('until Feb 05, 2026 (UTC).')
  expect(text).toContain('enter a card that works')
  expect(text).toContain('\nhttps://engawa.example/subscription/manage\n')
})

test('the mail about a second subscription names the exact refund', () => {
  const { text } = refundedMail(ANA, { cents: 4050 }, SITE)
  expect(text).toContain('refunded $40.50')
})

test('the mail at the end of access says what is kept, and how to return', () => {
  const { text } = accessEndedMail(ANA, { endedAt: END, isOwed: false }, SITE)
  expect(text).toContain('ended on Feb 05, 2026 (UTC). You will not be charged again.')
  expect(text).toContain('Your account and your favorites are kept.')
  expect(text).toContain('\nhttps://engawa.example/subscription/renew\n')
})

test('if a renewal is unpaid, the mail at the end of access warns that the card may be charged again', () => {
  const { text } = accessEndedMail(ANA, { endedAt: END, isOwed: true }, SITE)
  expect(text).toContain('ended on Feb 05, 2026 (UTC), because your subscription could not be')
  expect(text).toContain('Your card may be tried again')
  expect(text).not.toContain('not be charged again')
})
