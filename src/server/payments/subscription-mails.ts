import { PREMIUM_PLAN } from '#contract/plan.ts'
import { type Addressee, greet, letter, link, onDay } from '../mail/letter.ts'
import type { Mail } from '../mail/mail.ts'

const PRICE = `$${PREMIUM_PLAN.price_cents / 100}`

/** `siteUrl` is what the links begin with, here and below. */
export function startedMail(
  person: Addressee,
  facts: { nextBillingAt: Date },
  siteUrl: string,
): Mail {
  return letter(person.email, 'Your Engawa subscription has started', [
    greet(person),
    'Thank you for subscribing to Engawa. Every listing is open to you now, with all its pictures and details.',
    [
      'Plan: Premium Access',
      `Price: ${PRICE} per ${PREMIUM_PLAN.interval}`,
      `Renewal: automatic, every ${PREMIUM_PLAN.interval}, until you cancel`,
      `Next billing date: ${onDay(facts.nextBillingAt)}`,
    ].join('\n'),
    `Browse the listings:${link('/listings', siteUrl)}`,
    `You can cancel anytime with "Cancel Subscription" on your subscription page; you then keep your access until the end of the time you have paid for:${link('/subscription/manage', siteUrl)}`,
  ])
}

export function cancelledMail(person: Addressee, facts: { endsAt: Date }, siteUrl: string): Mail {
  return letter(person.email, 'Your Engawa subscription is cancelled', [
    greet(person),
    'Your subscription is cancelled. It will not renew, and your card will not be charged again.',
    `You keep your access until ${onDay(facts.endsAt)}.`,
    `If you change your mind before then, "Reactivate Subscription" on your subscription page lets it go on. No payment details are needed:${link('/subscription/manage', siteUrl)}`,
  ])
}

export function paymentFailedMail(
  person: Addressee,
  facts: { accessUntil: Date },
  siteUrl: string,
): Mail {
  return letter(person.email, 'Your payment for Engawa failed', [
    greet(person),
    `Your subscription was due to renew, but your card could not be charged ${PRICE}. This happens when a card has expired or has been replaced, or when the bank declines a payment.`,
    `Nothing is lost: you keep your access until ${onDay(facts.accessUntil)}.`,
    `To keep it after that day, please enter a card that works on your subscription page:${link('/subscription/manage', siteUrl)}`,
    'If you would rather stop, cancel on the same page, and this payment will not be asked for again.',
  ])
}

export function accessEndedMail(
  person: Addressee,
  facts: { endedAt: Date; isOwed: boolean },
  siteUrl: string,
): Mail {
  const ended = `Your access to the listings ended on ${onDay(facts.endedAt)}`
  const comeBack = link('/subscription/renew', siteUrl)
  return letter(person.email, 'Your access to Engawa has ended', [
    greet(person),
    facts.isOwed
      ? `${ended}, because your subscription could not be renewed. Your card may be tried again in the coming days. When it can be charged, your access comes back by itself.`
      : `${ended}. You will not be charged again.`,
    'Your account and your favorites are kept. They are as you left them whenever you come back.',
    facts.isOwed
      ? `To come back at once, pay with a card that works:${comeBack}`
      : `To come back, renew your subscription for ${PRICE} per ${PREMIUM_PLAN.interval}:${comeBack}`,
  ])
}
