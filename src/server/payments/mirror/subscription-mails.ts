import { PREMIUM_PLAN } from '#contract/plan.ts'
import {
  composeMail,
  formatDay,
  greeting,
  link,
  type Recipient,
} from '#server/mail/compose-mail.ts'
import type { Mail } from '#server/mail/mail.ts'

const PRICE = `US$${(PREMIUM_PLAN.price_cents / 100).toFixed(2)}`

/** The mail about a new subscription. Links in the mail begin with `siteUrl`. */
export function startedMail(
  person: Recipient,
  facts: { nextBillingAt: Date },
  siteUrl: string,
): Mail {
  return composeMail(person.email, 'Your Engawa subscription has started', [
    greeting(person),
    'Thank you for subscribing to Engawa. You can now see every listing in full.',
    [
      'Plan: Premium Access',
      `Price: ${PRICE} per ${PREMIUM_PLAN.interval}`,
      `Renewal: automatic, every ${PREMIUM_PLAN.interval}, until you cancel`,
      `Next billing date: ${formatDay(facts.nextBillingAt)}`,
    ].join('\n'),
    `Browse the listings:${link('/listings', siteUrl)}`,
    `You can cancel anytime with "Cancel Subscription" on your subscription page. You then keep your access until the end of the time you have paid for:${link('/subscription/manage', siteUrl)}`,
  ])
}

export function cancelledMail(
  person: Recipient,
  facts: { endsAt: Date; isOwed: boolean },
  siteUrl: string,
): Mail {
  return composeMail(person.email, 'Your Engawa subscription is cancelled', [
    greeting(person),
    facts.isOwed
      ? `Your subscription will not renew again. But the current month is not paid yet, and your card will still be charged ${PRICE} for it. To avoid this charge, end your subscription now: choose "Cancel Subscription" on your subscription page. Your access then ends immediately too.`
      : 'Your subscription is cancelled. It will not renew, and your card will not be charged again.',
    `You keep your access until ${formatDay(facts.endsAt)}.`,
    `If you change your mind before then, choose "Reactivate Subscription" on your subscription page. No payment details are needed:${link('/subscription/manage', siteUrl)}`,
  ])
}

/** The mail about a refunded duplicate subscription. */
export function refundedMail(person: Recipient, facts: { cents: number }, siteUrl: string): Mail {
  const amount = `$${(facts.cents / 100).toFixed(2)}`
  return composeMail(person.email, 'We have refunded a second payment for Engawa', [
    greeting(person),
    `Two subscriptions were paid for your account. We have ended the second one and refunded ${amount}. Banks show a refund within five to ten days.`,
    'Your other subscription continues as before. You do not need to do anything.',
    `See your subscription page:${link('/subscription/manage', siteUrl)}`,
  ])
}

export function paymentFailedMail(
  person: Recipient,
  facts: { accessUntil: Date },
  siteUrl: string,
): Mail {
  return composeMail(person.email, 'Your payment for Engawa failed', [
    greeting(person),
    `Your subscription was due to renew, but your card could not be charged ${PRICE}. This happens when a card has expired or has been replaced, or when the bank declines a payment.`,
    `Nothing is lost: you keep your access until ${formatDay(facts.accessUntil)}.`,
    `To keep your access after that day, go to your subscription page and enter a card that works:${link('/subscription/manage', siteUrl)}`,
    'If you would rather stop, cancel your subscription on the same page. Then we will not ask for this payment again.',
  ])
}

export function confirmPaymentMail(
  person: Recipient,
  /** `accessUntil` is null if access has ended. */
  facts: { accessUntil: Date | null; confirmUrl: string },
  siteUrl: string,
): Mail {
  return composeMail(person.email, 'Please confirm your payment for Engawa', [
    greeting(person),
    `Your subscription was due to renew, and your bank asks you to confirm the payment of ${PRICE}. There is nothing wrong with your card.`,
    `Confirm the payment on the page of Stripe, our payment provider:\n${facts.confirmUrl}`,
    facts.accessUntil
      ? `You keep your access until ${formatDay(facts.accessUntil)}. Once the payment is confirmed, your access continues.`
      : 'Your access has ended because the payment is missing. Once the payment is confirmed, your access returns.',
    `To pay with another card, or to cancel your subscription, open your subscription page:${link('/subscription/manage', siteUrl)}`,
  ])
}

export function accessEndedMail(
  person: Recipient,
  facts: { endedAt: Date; isOwed: boolean },
  siteUrl: string,
): Mail {
  const ended = `Your access to the listings ended on ${formatDay(facts.endedAt)}`
  const comeBack = link('/subscription/renew', siteUrl)
  return composeMail(person.email, 'Your access to Engawa has ended', [
    greeting(person),
    facts.isOwed
      ? `${ended}, because your subscription could not be renewed. Your card may be tried again in the coming days. If that works, your access returns automatically.`
      : `${ended}. You will not be charged again.`,
    'Your account and your favorites are kept. You will find both as you left them.',
    facts.isOwed
      ? `To get your access back immediately, pay with a card that works:${comeBack}`
      : `To get your access back, renew your subscription for ${PRICE} per ${PREMIUM_PLAN.interval}:${comeBack}`,
  ])
}
