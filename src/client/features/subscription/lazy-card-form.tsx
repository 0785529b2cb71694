import { lazyPart } from '#client/components/lazy-part.tsx'
import { Card } from '#client/ui/card.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { Loading } from '#client/ui/loading.tsx'
import type { CardEntryProps } from './card-entry.tsx'
import styles from './card-place.module.css'

/** The card form. Its code loads lazily, because most visitors of the page do not pay. */
const CardForm = lazyPart(async () => ({ default: (await import('./card-form.tsx')).CardForm }), {
  pending: () => (
    <Card title="Complete Your Subscription">
      <Loading />
    </Card>
  ),
})
export const preloadCardForm = CardForm.preload

/** Shows the form for a payment card. Reserves the form's height while its code loads. */
export function LazyCardForm(props: CardEntryProps) {
  return (
    <div className={styles.place} ref={takeFocus} tabIndex={-1}>
      <CardForm {...props} onDismiss={props.onCancel} />
    </div>
  )
}
