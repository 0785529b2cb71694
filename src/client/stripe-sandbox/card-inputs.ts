import styles from './card-element.module.css'
import {
  type CardPart,
  type CardText,
  digitsOf,
  formatCode,
  formatExpiry,
  formatNumber,
} from './card-text.ts'

const PARTS: Record<CardPart, { name: string; placeholder: string; autocomplete: AutoFill }> = {
  number: {
    name: 'Credit or debit card number',
    placeholder: 'Card number',
    autocomplete: 'cc-number',
  },
  expiry: {
    name: 'Credit or debit card expiration date',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
  },
  code: { name: 'Credit or debit card CVC/CVV', placeholder: 'CVC', autocomplete: 'cc-csc' },
}

type CardInputs = Record<CardPart, HTMLInputElement>

/**
 * The three inputs of a card, with the names from Stripe's card field, and a label for the brand.
 */
export function createCardRow() {
  const inputs: CardInputs = {
    number: createInput('number'),
    expiry: createInput('expiry'),
    code: createInput('code'),
  }
  const brandLabel = createBox('span', styles.brand)
  brandLabel.setAttribute('aria-hidden', 'true')
  const dates = createBox('div', styles.dates)
  dates.append(inputs.expiry, inputs.code)
  const node = createBox('div', styles.field)
  node.append(inputs.number, dates, brandLabel)
  return { node, inputs, brandLabel }
}

function createBox(tag: 'div' | 'span', className = ''): HTMLElement {
  const box = document.createElement(tag)
  box.className = className
  return box
}

function createInput(part: CardPart) {
  const input = document.createElement('input')
  const { name, placeholder, autocomplete } = PARTS[part]
  input.className = `${styles.input} ${styles[part]}`
  input.setAttribute('aria-label', name)
  input.placeholder = placeholder
  input.autocomplete = autocomplete
  input.inputMode = 'numeric'
  input.spellcheck = false
  return input
}

export function readCard({ number, expiry, code }: CardInputs): CardText {
  return { number: number.value, expiry: expiry.value, code: code.value }
}

/** Formats the entered text as payment cards print it. Keeps the caret after the same digit. */
export function formatInput(input: HTMLInputElement, part: CardPart, isDeleting: boolean) {
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length

  input.value = format[part](input.value, isDeleting)
  if (document.activeElement !== input) return
  const place = isAtEnd ? input.value.length : placeAfter(input.value, digitsBefore)
  input.setSelectionRange(place, place)
}

const format = {
  number: formatNumber,
  expiry: formatExpiry,
  code: formatCode,
} satisfies Record<CardPart, (text: string, isDeleting: boolean) => string>

function placeAfter(text: string, digits: number) {
  let place = 0
  for (let seen = 0; seen < digits && place < text.length; place++) {
    if (/\d/.test(text[place] ?? '')) seen++
  }
  return place
}
