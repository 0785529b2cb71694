import { CardElement, type CardElementProps, Elements } from '@stripe/react-stripe-js'
import type { Stripe, StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setNow } from '#client/browser/clock.ts'
import '#client/stripe-sandbox/sandbox-stripe.ts'

beforeEach(() => setNow(new Date('2026-11-21T09:00:00Z')))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: /card number/ })
const expiry = () => screen.getByRole<HTMLInputElement>('textbox', { name: /expiration date/ })
const code = () => screen.getByRole<HTMLInputElement>('textbox', { name: /CVC/ })

/** Renders the sandbox's card field in Stripe's React wrapper. */
async function openField(props: CardElementProps = {}) {
  const stripe = (await loadStripe('pk_test_sandbox')) as Stripe
  const events: StripeCardElementChangeEvent[] = []
  const ready = vi.fn<(element: StripeCardElement) => void>()
  const fieldWith = (more: CardElementProps) => (
    <Elements stripe={stripe}>
      <CardElement onReady={ready} onChange={(event) => events.push(event)} {...props} {...more} />
    </Elements>
  )
  const { rerender } = render(fieldWith({}))
  await waitFor(() => expect(ready).toHaveBeenCalledOnce())
  return {
    person: userEvent.setup(),
    stripe,
    element: ready.mock.lastCall?.[0] as StripeCardElement,
    /** The last change event of the field. */
    lastEvent: () => events.at(-1),
    update: (more: CardElementProps) => rerender(fieldWith(more)),
  }
}

test("the script of the payment sandbox replaces Stripe.js without a warning from Stripe's loader or React wrapper", async () => {
  const warn = vi.spyOn(console, 'warn')
  const error = vi.spyOn(console, 'error')
  const { update } = await openField({ options: { hidePostalCode: true } })
  update({ options: { hidePostalCode: true, disabled: true } })
  expect(number().disabled).toBe(true)
  expect(warn).not.toHaveBeenCalled()
  expect(error).not.toHaveBeenCalled()
})

test('while a person types a card, the focus moves from number to expiry date to security code', async () => {
  const { person, element, lastEvent } = await openField()
  element.focus()
  await person.keyboard('42424242424242421234567')
  expect(number().value).toBe('4242 4242 4242 4242')
  expect(expiry().value).toBe('12 / 34')
  expect(code().value).toBe('567')
  expect(lastEvent()).toEqual({
    elementType: 'card',
    brand: 'visa',
    empty: false,
    complete: true,
    error: undefined,
    value: { postalCode: '' },
  })
})

test('Backspace in an empty expiry date moves the focus back to the card number', async () => {
  const { person, element } = await openField()
  element.focus()
  await person.keyboard('42424242424242421{Backspace}{Backspace}{Backspace}')
  expect(document.activeElement).toBe(number())
  expect(number().value).toBe('4242 4242 4242 424')
})

test.each([
  ['4242424242424242', '4242 4242 4242 4242', 'visa'],
  ['4242-4242-4242-4242', '4242 4242 4242 4242', 'visa'],
  ['5555 5555 5555 4444', '5555 5555 5555 4444', 'mastercard'],
  ['2223003122003222', '2223 0031 2200 3222', 'mastercard'],
  ['6011111111111117', '6011 1111 1111 1117', 'unknown'],
  ['9999', '9999', 'unknown'],
])('a pasted card number %s is shown as %s (%s)', async (pasted, written, brand) => {
  const { person, lastEvent } = await openField()
  await person.click(number())
  await person.paste(pasted)
  expect(number().value).toBe(written)
  expect(lastEvent()).toMatchObject({ brand, error: undefined })
})

test.each([
  ['1', '1'],
  ['12', '12 / '],
  ['2', '02 / '],
  ['130', '01 / 30'],
  ['1/30', '01 / 30'],
  ['12/34', '12 / 34'],
  ['12/2034', '12 / 34'],
  ['122034', '12 / 34'],
])('a pasted expiry date %s is shown as %s', async (pasted, written) => {
  const { person } = await openField()
  await person.click(expiry())
  await person.paste(pasted)
  expect(expiry().value).toBe(written)
})

test('Backspace deletes the last character of the expiry date', async () => {
  const { person } = await openField()
  await person.type(expiry(), '123{Backspace}{Backspace}')
  expect(expiry().value).toBe('1')
})

test('editing a digit in the middle of a card number keeps the caret in place', async () => {
  const { person } = await openField()
  await person.type(number(), '4242424242424241')
  await person.type(number(), '9', { initialSelectionStart: 2, initialSelectionEnd: 3 })
  expect(number().value).toBe('4292 4242 4242 4241')
  expect(number().selectionStart).toBe(3)
})

test.each([
  ['a wrong number', '4242424242424241', 'Your card number is invalid.'],
  ['a year gone by', '42424242424242421225', "Your card's expiration year is in the past."],
  ['a month gone by', '42424242424242421026', "Your card's expiration date is in the past."],
  ['a year out of reach', '42424242424242421299', "Your card's expiration year is invalid."],
])(
  'a payment card with %s shows an error immediately, and is not complete',
  async (_what, keys, message) => {
    const { person, element, lastEvent } = await openField()
    element.focus()
    await person.keyboard(keys)
    expect(lastEvent()).toMatchObject({
      complete: false,
      error: { type: 'validation_error', message },
    })
    expect(
      screen
        .getAllByRole('textbox')
        .filter((input) => input.getAttribute('aria-invalid') === 'true'),
    ).toHaveLength(1)
  },
)

test('in the card field, a card is valid until the end of the month of its expiry date', async () => {
  const { person, element, lastEvent } = await openField()
  element.focus()
  await person.keyboard('42424242424242421126567')
  expect(lastEvent()).toMatchObject({ complete: true })
})

test('an unfinished card number shows an error after the field is left, until the number is finished', async () => {
  const { person, lastEvent } = await openField()
  await person.type(number(), '4242')
  expect(lastEvent()?.error).toBeUndefined()
  await person.click(expiry())
  expect(lastEvent()?.error?.message).toBe('Your card number is incomplete.')
  await person.type(number(), '424242424242')
  expect(lastEvent()?.error).toBeUndefined()
})

test('leaving the card field without a change sends no change event', async () => {
  const { person, element, lastEvent } = await openField()
  element.focus()
  await person.keyboard('42424242424242421234567')
  const last = lastEvent()
  await person.tab()
  expect(lastEvent()).toBe(last)
})

test('when a payment method is created from a complete card, the card field sends no further change event', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: 'pm_1' }))
  const { person, stripe, element, lastEvent } = await openField()
  element.focus()
  await person.keyboard('42424242424242421234567')
  const last = lastEvent()
  const { paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card: element })
  expect(paymentMethod?.id).toBe('pm_1')
  expect(lastEvent()).toBe(last)
})

test('an incomplete card creates no payment method, and the field shows the error', async () => {
  const { stripe, element, lastEvent } = await openField()
  const result = await stripe.createPaymentMethod({ type: 'card', card: element })
  expect(result.error).toMatchObject({ code: 'incomplete_number' })
  expect(lastEvent()?.error?.message).toBe('Your card number is incomplete.')
})

test('the box of the card field has a CSS class for each state of the field', async () => {
  const classes = { base: 'box', focus: 'on', empty: 'none', complete: 'full', invalid: 'wrong' }
  const { person, element } = await openField({ id: 'card', options: { classes } })
  const box = () => document.getElementById('card')?.className
  expect(box()).toBe('box none')
  element.focus()
  await person.keyboard('42424242424242421234567')
  expect(box()).toBe('box on full')
  await person.keyboard('{Backspace}')
  await person.tab()
  await waitFor(() => expect(box()).toBe('box wrong'))
})

test('clicking the label of the card field moves the focus into the field', async () => {
  render(<label htmlFor="card">Card information</label>)
  const { person } = await openField({ id: 'card' })
  await person.click(screen.getByText('Card information'))
  expect(document.activeElement).toBe(number())
})

test('the card field sends focus and blur events only when it is entered and left, not between its parts', async () => {
  const told: string[] = []
  const { person } = await openField({
    onFocus: () => told.push('focus'),
    onBlur: () => told.push('blur'),
  })
  await person.click(number())
  await person.tab()
  await person.tab()
  expect(told).toEqual(['focus'])
  await person.tab()
  await waitFor(() => expect(told).toEqual(['focus', 'blur']))
})

test('the script of the payment sandbox refuses to replace Stripe.js if the key is a live key', async () => {
  await expect(loadStripe('pk_live_51Engawa')).rejects.toThrow('test keys only')
})
