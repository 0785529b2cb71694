import { Card } from '#client/ui/card.tsx'

interface CardFormProps {
  /** `renew` for a subscription that has lapsed or expired, else `create`. */
  submit: 'create' | 'renew'
  /** What is charged and when, beside the button, where it is not the price now and every month. */
  terms?: string
  /** Called with the sentence of success, once the account shows what was paid for. */
  onDone: (message: string) => void
  /** Closes the form; a page that is nothing but the form has no need of it. */
  onCancel?: () => void
}

/** Takes a card and pays with it. All that this needs is fetched when it is shown, and not before. */
export function CardForm(_: CardFormProps) {
  return <Card title="Complete Your Subscription">…</Card>
}
