import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ActionButton } from '#client/components/action-button.tsx'
import { refusalAtField } from '#client/components/mutation-toasts.ts'
import { editContact } from '#client/data/contacts.ts'
import { DialogForm } from '#client/ui/chakra/dialog-form.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import { takeFocusInDialog } from '#client/ui/focus.ts'
import { showToast } from '#client/ui/toast.ts'
import { useForm } from '#client/ui/use-form.ts'
import { CONTACT_FIELDS, type ContactField, type ContactRow } from '#contract/contacts.ts'

const NAMES = Object.keys(CONTACT_FIELDS) as ContactField[]

/**
 * Every value is sent as text. The server parses it in the same way as a value of an imported file.
 */
const Texts = z.object({
  phone: z.string(),
  mail: z.string(),
  web: z.string(),
  note: z.string(),
  source: z.string(),
  date: z.string(),
} satisfies Record<ContactField, z.ZodMiniString>)

interface ContactFormProps {
  contact: ContactRow
  onClose: () => void
}

export function ContactForm({ contact, onClose }: ContactFormProps) {
  const { mutate, isPending } = useMutation(editContact)
  const { field, onSubmit, setError } = useForm(Texts)

  function save(texts: z.output<typeof Texts>) {
    // Send only the changed fields. Another administrator may have changed the other fields
    // meanwhile.
    const changed = NAMES.filter((name) => texts[name] !== (contact[name] ?? ''))
    mutate(
      { place: contact.place, ...Object.fromEntries(changed.map((name) => [name, texts[name]])) },
      {
        onSuccess: () => {
          onClose()
          showToast({ type: 'success', title: 'Contact saved' })
        },
        onError: refusalAtField({ names: NAMES, setError, failure: 'Failed to save the contact' }),
      },
    )
  }

  const of = (name: ContactField) => ({
    label: CONTACT_FIELDS[name],
    defaultValue: contact[name] ?? '',
    autoComplete: 'off',
    ...field(name),
  })
  return (
    <DialogForm
      onSubmit={onSubmit(save)}
      onCancel={onClose}
      action={
        <ActionButton type="submit" isPending={isPending}>
          {isPending ? 'Saving…' : 'Save'}
        </ActionButton>
      }
    >
      <Field type="tel" ref={takeFocusInDialog} {...of('phone')} />
      <Field type="email" {...of('mail')} />
      <Field type="url" {...of('web')} />
      <TextArea
        rows={2}
        {...of('note')}
        hint="For example, the name of the office and its opening hours"
      />
      <Field {...of('source')} hint="Where the contact was found" />
      <Field type="date" {...of('date')} />
    </DialogForm>
  )
}
