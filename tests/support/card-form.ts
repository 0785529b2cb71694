import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Fills in the card form on the page. Replaces the text that its fields contain. */
export async function enterCard(person: UserEvent, card: string, code = '987') {
  const number = await screen.findByRole('textbox', { name: /card number/ })
  for (const [field, text] of [
    [number, card],
    [screen.getByRole('textbox', { name: /expiration/ }), '1234'],
    [screen.getByRole('textbox', { name: /CVC/ }), code],
  ] as const) {
    await person.clear(field)
    await person.type(field, text)
  }
}

export async function payWith(person: UserEvent, card: string, code?: string) {
  await enterCard(person, card, code)
  await person.click(screen.getByRole('button', { name: 'Subscribe $20/month' }))
}
