import { useId, useLayoutEffect, useRef } from 'react'
import { CloseIcon } from '#client/ui/icons.tsx'
import { markName } from '#contract/mark-name.ts'
import styles from './sign-dialog.module.css'
import { SignMeaning } from './sign-meaning.tsx'

interface SignDialogProps {
  code: string
  onClose: () => void
}

/** Explains a sign on a card. A tap beside the dialog closes it. */
export default function SignDialog({ code, onClose }: SignDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const meaning = useId()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={markName(code)}
      // Screen readers read the explanation when the dialog opens.
      aria-describedby={meaning}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2>{markName(code)}</h2>
          <button
            className={styles.close}
            type="button"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          >
            <CloseIcon />
          </button>
        </div>
        <div id={meaning}>
          <SignMeaning code={code} />
        </div>
      </div>
    </dialog>
  )
}
