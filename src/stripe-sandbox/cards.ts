import type { TestCard } from '#contract/payments.ts'
import type { Decline } from './refusals.ts'

/** One of Stripe's test cards, and how its bank behaves. */
interface Card {
  number: string
  brand: 'visa' | 'mastercard'
  /** The outcome of a payment with this card, as a text for people who choose the card. */
  outcome: string
  /** If set, the card is refused when it is attached to a customer, before any payment. */
  refusedOnAttach?: Decline
  refusedOnCharge?: Decline
  /**
   * `once`: after the customer has passed 3-D Secure, the bank accepts off-session payments.
   * `always`: the bank asks for 3-D Secure at each payment.
   */
  authentication?: 'once' | 'always'
  /** What the cardholder's bank does after each payment. */
  objection?: 'dispute' | 'inquiry'
}

const GENERIC: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}
const INSUFFICIENT_FUNDS: Decline = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}
const EXPIRED: Decline = {
  code: 'expired_card',
  decline_code: 'expired_card',
  message: 'Your card has expired.',
}
const INCORRECT_CVC: Decline = {
  code: 'incorrect_cvc',
  decline_code: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
}
const PROCESSING_ERROR: Decline = {
  code: 'processing_error',
  decline_code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
}

function refused(decline: Decline) {
  return { refusedOnAttach: decline, refusedOnCharge: decline }
}

const CARDS = {
  visa: { number: '4242424242424242', brand: 'visa', outcome: 'Succeeds' },
  mastercard: { number: '5555555555554444', brand: 'mastercard', outcome: 'Succeeds' },
  authenticationOnce: {
    number: '4000002500003155',
    brand: 'visa',
    outcome: 'The bank asks to confirm, the first time only (3-D Secure)',
    authentication: 'once',
  },
  authenticationAlways: {
    number: '4000002760003184',
    brand: 'visa',
    outcome: 'The bank asks to confirm every payment, so renewals fail (3-D Secure)',
    authentication: 'always',
  },
  declinedAfterAuthentication: {
    number: '4000008260003178',
    brand: 'visa',
    outcome: 'The bank asks to confirm, then declines for insufficient funds',
    authentication: 'always',
    refusedOnCharge: INSUFFICIENT_FUNDS,
  },
  declined: {
    number: '4000000000000002',
    brand: 'visa',
    outcome: 'Declined',
    ...refused(GENERIC),
  },
  insufficientFunds: {
    number: '4000000000009995',
    brand: 'visa',
    outcome: 'Declined for insufficient funds',
    ...refused(INSUFFICIENT_FUNDS),
  },
  expired: {
    number: '4000000000000069',
    brand: 'visa',
    outcome: 'Declined as expired',
    ...refused(EXPIRED),
  },
  incorrectCvc: {
    number: '4000000000000127',
    brand: 'visa',
    outcome: 'Declined for its security code',
    ...refused(INCORRECT_CVC),
  },
  processingError: {
    number: '4000000000000119',
    brand: 'visa',
    outcome: 'Declined for a processing error',
    ...refused(PROCESSING_ERROR),
  },
  declinedOnCharge: {
    number: '4000000000000341',
    brand: 'visa',
    outcome:
      'Accepted as a card, but declined at every payment. To see a failed renewal, enter it while a cancelled subscription still runs',
    refusedOnCharge: GENERIC,
  },
  disputed: {
    number: '4000000000000259',
    brand: 'visa',
    outcome: 'Succeeds, and the payment is then disputed at the bank, which ends access',
    objection: 'dispute',
  },
  inquired: {
    number: '4000000000001976',
    brand: 'visa',
    outcome: 'Succeeds, and the bank then asks about the payment, which changes nothing',
    objection: 'inquiry',
  },
} satisfies Record<string, Card>

/**
 * The kind of a test card. The sandbox stores only this kind and the last four digits, never the
 * number.
 */
export type CardKind = keyof typeof CARDS

/**
 * Stripe's names for test payment methods. A request can send such a name instead of a card number.
 */
const NAMED: Record<string, CardKind> = {
  pm_card_visa: 'visa',
  pm_card_mastercard: 'mastercard',
  pm_card_visa_chargeDeclined: 'declined',
  pm_card_chargeDeclined: 'declined',
  pm_card_visa_chargeDeclinedInsufficientFunds: 'insufficientFunds',
  pm_card_chargeDeclinedInsufficientFunds: 'insufficientFunds',
  pm_card_visa_chargeDeclinedExpiredCard: 'expired',
  pm_card_chargeDeclinedExpiredCard: 'expired',
  pm_card_visa_chargeDeclinedIncorrectCvc: 'incorrectCvc',
  pm_card_chargeDeclinedIncorrectCvc: 'incorrectCvc',
  pm_card_visa_chargeDeclinedProcessingError: 'processingError',
  pm_card_chargeDeclinedProcessingError: 'processingError',
  pm_card_createDispute: 'disputed',
  pm_card_createDisputeInquiry: 'inquired',
  pm_card_chargeCustomerFail: 'declinedOnCharge',
  pm_card_authenticationRequiredOnSetup: 'authenticationOnce',
  pm_card_authenticationRequired: 'authenticationAlways',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: 'declinedAfterAuthentication',
}

export function cardOf(kind: CardKind): Card {
  return CARDS[kind]
}

export function kindOfNumber(number: string) {
  return KINDS.find((kind) => CARDS[kind].number === number)
}

export function kindOfName(name: string) {
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
}

const KINDS = Object.keys(CARDS) as CardKind[]

/** The number and the outcome of each test card. The card form lists them. */
export const TEST_CARDS: TestCard[] = KINDS.map((kind) => ({
  number: CARDS[kind].number.replace(/(.{4})(?=.)/g, '$1 '),
  outcome: CARDS[kind].outcome,
}))

/** Whether a card number has a valid length and Luhn checksum. */
export function isCardNumber(number: string) {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
