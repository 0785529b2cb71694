import { PREMIUM_PLAN } from '#contract/payments.ts'
import type { Mail } from '../mail/mail.ts'

/** Whom a mail is for. */
interface Person {
  name: string
  email: string
}

const day = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  timeZone: 'UTC',
})
const PRICE = `$${PREMIUM_PLAN.price_cents / 100}`

/** Each takes the address of the site, which its links begin with. */

export function startedMail(person: Person, facts: { nextBillingAt: Date }, siteUrl: string): Mail {
  return letter(person, 'Your Engawa subscription has started', [
    'Thank you for subscribing to Engawa. Every listing is open to you now, with all its pictures and details.',
    [
      'Plan: Premium Access',
      `Price: ${PRICE} per ${PREMIUM_PLAN.interval}`,
      `Renewal: automatic, every ${PREMIUM_PLAN.interval}, until you cancel`,
      `Next billing date: ${onDay(facts.nextBillingAt)}`,
    ].join('\n'),
    `Browse the listings:\n${link('/listings', siteUrl)}`,
    `You can cancel anytime with "Cancel Subscription" on your subscription page; you then keep your access until the end of the time you have paid for:\n${link('/subscription/manage', siteUrl)}`,
  ])
}

export function cancelledMail(person: Person, facts: { endsAt: Date }, siteUrl: string): Mail {
  return letter(person, 'Your Engawa subscription is cancelled', [
    'Your subscription is cancelled. It will not renew, and your card will not be charged again.',
    `You keep your access until ${onDay(facts.endsAt)}.`,
    `If you change your mind before then, "Reactivate Subscription" on your subscription page lets it go on. No payment details are needed:\n${link('/subscription/manage', siteUrl)}`,
  ])
}

export function paymentFailedMail(
  person: Person,
  facts: { accessUntil: Date },
  siteUrl: string,
): Mail {
  return letter(person, 'Your payment for Engawa failed', [
    `Your subscription was due to renew, but your card could not be charged ${PRICE}. This happens when a card has expired or has been replaced, or when the bank declines a payment.`,
    `Nothing is lost: you keep your access until ${onDay(facts.accessUntil)}.`,
    `To keep it after that day, please enter a card that works on your subscription page:\n${link('/subscription/manage', siteUrl)}`,
    'If you would rather stop, cancel on the same page, and this payment will not be asked for again.',
  ])
}

export function accessEndedMail(person: Person, facts: { endedAt: Date }, siteUrl: string): Mail {
  return letter(person, 'Your access to Engawa has ended', [
    `Your access to the listings ended on ${onDay(facts.endedAt)}. You will not be charged again.`,
    'Your account and your favorites are kept. They are as you left them whenever you come back.',
    `To come back, renew your subscription for ${PRICE} per ${PREMIUM_PLAN.interval}:\n${link('/subscription/renew', siteUrl)}`,
  ])
}

function letter({ name, email }: Person, subject: string, paragraphs: string[]): Mail {
  return {
    to: email,
    subject,
    text: [`Hello ${name},`, ...paragraphs, 'Engawa'].join('\n\n'),
  }
}

/** The zone is named: on the reader's own calendar it may be another day. */
function onDay(moment: Date) {
  return `${day.format(moment)} (UTC)`
}

function link(path: string, siteUrl: string) {
  return new URL(path, siteUrl).href
}
