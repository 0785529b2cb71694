import { Button } from '@chakra-ui/react/button'
import { type ReactNode, useState } from 'react'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { useReturningFocus } from '#client/ui/focus.ts'
import { PencilIcon } from '#client/ui/icons.tsx'
import styles from './account.module.css'

interface EditableProps {
  label: string
  value: string
  onEdit: () => void
  /** The form that replaces the value. The form calls `close` when editing ends. */
  children: (close: () => void) => ReactNode
}

/** A value with an edit button. The button replaces the value with a form. */
export function Editable({ label, value, onEdit, children }: EditableProps) {
  const [isEditing, setEditing] = useState(false)
  const pencil = useReturningFocus(isEditing)
  if (isEditing) return children(() => setEditing(false))
  return (
    <div className={styles.row}>
      <dl className={styles.fact}>
        <dt>{label}</dt>
        <dd translate="no">
          <Bilingual>{value}</Bilingual>
        </dd>
      </dl>
      <Button
        variant="ghost"
        ref={pencil}
        aria-label={`Edit ${label}`}
        onClick={() => {
          onEdit()
          setEditing(true)
        }}
      >
        <PencilIcon />
      </Button>
    </div>
  )
}
