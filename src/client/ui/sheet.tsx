import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Bilingual } from './bilingual.tsx'
import { CloseIcon } from './icons.tsx'
import styles from './sheet.module.css'

interface SheetProps {
  title: string
  /** The id of a text that screen readers read when the sheet opens. */
  describedBy?: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A modal sheet that slides up from the bottom. The browser traps the focus in the sheet, and
 * restores the focus when the sheet closes.
 */
export function Sheet({ title, describedBy, isOpen, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  return (
    // In browsers that support `closedby`, a press outside also closes the sheet.
    <dialog
      ref={dialog}
      className={styles.sheet}
      data-sheet
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      closedby="any"
      onClose={onClose}
    >
      {isOpen && (
        <>
          <div className={styles.head}>
            <h2 id={titleId}>
              <Bilingual>{title}</Bilingual>
            </h2>
            <button
              className={styles.close}
              type="button"
              aria-label="Close"
              onClick={() => dialog.current?.close()}
            >
              <CloseIcon />
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  )
}

/** The content of a sheet, with the usual space around it. */
export function SheetBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}
