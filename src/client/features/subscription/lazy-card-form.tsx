import type { ComponentProps } from 'react'
import { MissingChunk } from '#client/components/missing-chunk.tsx'
import { Card } from '#client/ui/card.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { CardForm } from './card-form.tsx'
import styles from './card-place.module.css'

/** Loaded lazily, because most visitors of the page do not pay. */
const form = lazyPart(async () => ({ default: (await import('./card-form.tsx')).CardForm }))
export const preloadCardForm = form.preload

type LazyCardFormProps = ComponentProps<typeof CardForm> & { onCancel: () => void }

/** Shows the card form. Reserves the height of the form while the code of the form loads. */
export function LazyCardForm(props: LazyCardFormProps) {
  return (
    <div className={styles.place} ref={takeFocus} tabIndex={-1}>
      <form.Place
        pending={
          <Card title="Complete Your Subscription">
            <Loading />
          </Card>
        }
        failed={(error, retry) => (
          <MissingChunk error={error} onRetry={retry} onClose={props.onCancel} />
        )}
      >
        <form.Part {...props} />
      </form.Place>
    </div>
  )
}
