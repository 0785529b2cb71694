import {
  type CardPart,
  type CardText,
  CODE_LENGTH,
  digitsOf,
  NUMBER_LENGTH,
  readExpiry,
} from './card-text.ts'

/**
 * An error in one part of a card, such as its number. Code and message are the same as Stripe's.
 */
export interface CardFault {
  part: CardPart
  code: string
  message: string
  /** Whether the input is merely incomplete. */
  isUnfinished?: boolean
}

/** The maximum number of years for which a card may still be valid. */
const MOST_YEARS = 50

export function checkCard(text: CardText, now: Date) {
  return [numberFault(text), expiryFault(text, now), codeFault(text)].filter(
    (fault) => fault !== undefined,
  )
}

function numberFault({ number }: CardText): CardFault | undefined {
  const digits = digitsOf(number)
  if (digits.length < NUMBER_LENGTH) {
    return {
      part: 'number',
      code: 'incomplete_number',
      message: 'Your card number is incomplete.',
      isUnfinished: true,
    }
  }
  if (!hasCheckDigit(digits)) {
    return { part: 'number', code: 'invalid_number', message: 'Your card number is invalid.' }
  }
}

function expiryFault({ expiry }: CardText, now: Date): CardFault | undefined {
  const date = readExpiry(expiry)
  const year = now.getFullYear()
  if (!date) {
    return {
      part: 'expiry',
      code: 'incomplete_expiry',
      message: "Your card's expiration date is incomplete.",
      isUnfinished: true,
    }
  }
  if (date.year < year) {
    return {
      part: 'expiry',
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
    }
  }
  if (date.year > year + MOST_YEARS) {
    return {
      part: 'expiry',
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
    }
  }
  // A card is valid until the end of its month.
  if (date.year === year && date.month < now.getMonth() + 1) {
    return {
      part: 'expiry',
      code: 'invalid_expiry_month_past',
      message: "Your card's expiration date is in the past.",
    }
  }
}

function codeFault({ code }: CardText): CardFault | undefined {
  if (code.length >= CODE_LENGTH) return
  return {
    part: 'code',
    code: 'incomplete_cvc',
    message: "Your card's security code is incomplete.",
    isUnfinished: true,
  }
}

/**
 * Checks the last digit of a card number, which depends on the digits before it (Luhn's algorithm,
 * ISO/IEC 7812).
 */
function hasCheckDigit(digits: string) {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0
}
