import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { refusedField } from '#client/api/failures.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { editListing } from '#client/data/inventory.ts'
import { showToast } from '#client/ui/toast.ts'
import { useForm } from '#client/ui/use-form.ts'
import {
  INVENTORY_FIELDS,
  type InventoryField,
  type InventoryListing,
} from '#contract/inventory.ts'
import styles from './edit-form.module.css'
import { EditableField } from './editable-field.tsx'

const NAMES = Object.keys(INVENTORY_FIELDS) as InventoryField[]

/**
 * Every value is sent as text. The server parses it in the same way as a value of an imported file.
 */
const Texts = z.object(
  Object.fromEntries(NAMES.map((name) => [name, z.string()])) as Record<
    InventoryField,
    z.ZodMiniString
  >,
)

export function EditForm({ entry }: { entry: InventoryListing }) {
  const { fields, listing } = entry
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending } = useMutation(editListing)
  const { field, onSubmit, setError } = useForm(Texts)
  /**
   * The field that was just reverted. The field takes the focus, because its revert button has
   * disappeared.
   */
  const [reverted, setReverted] = useState<InventoryField>()

  function save(texts: z.output<typeof Texts>) {
    const changed = NAMES.filter((name) => texts[name] !== (fields[name].value ?? ''))
    if (changed.length === 0) return showToast({ type: 'info', title: 'Nothing was changed' })
    setReverted(undefined)
    const edits = Object.fromEntries(changed.map((name) => [name, texts[name]]))
    mutate(
      { id: listing._id, ...edits },
      {
        onSuccess: () => showToast({ type: 'success', title: 'Listing updated successfully' }),
        onError: refuse,
      },
    )
  }

  /**
   * Shows the server's refusal at the field that the refusal names. If the refusal names no field,
   * shows it in a toast.
   */
  function refuse(error: Error) {
    const name = refusedField(error, NAMES)
    if (!name) return showToast(failureToast(error, 'Failed to update listing'))
    setError(name, error.message)
    const control = form.current?.elements.namedItem(name)
    if (control instanceof HTMLElement) control.focus()
  }

  return (
    <form className={styles.form} ref={form} noValidate onSubmit={onSubmit(save)}>
      <p className="caption">
        Write values as a source would, such as{' '}
        <span lang="ja" translate="no">
          580万円
        </span>{' '}
        or{' '}
        <span lang="ja" translate="no">
          29.8坪
        </span>
        . Leave unknown values empty. Imports will not change what you write.
      </p>
      <div className={styles.fields}>
        {NAMES.map((name) => (
          <EditableField
            // The key remounts the field with the value that the server parsed.
            key={`${name} ${fields[name].value}`}
            entry={entry}
            hasFocus={reverted === name}
            onRevert={() => setReverted(name)}
            {...field(name)}
          />
        ))}
      </div>
      <ActionButton type="submit" isPending={isPending}>
        {isPending ? 'Saving…' : 'Save'}
      </ActionButton>
    </form>
  )
}
