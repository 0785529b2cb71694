import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import * as z from 'zod/mini'
import { ActionButton } from '#client/components/action-button.tsx'
import { refusalAtField } from '#client/components/mutation-toasts.ts'
import { type OptOutTarget, optOutPreviewQuery, setOptOut } from '#client/data/opt-outs.ts'
import { formatHouses } from '#client/format/format.ts'
import { Dialog } from '#client/ui/chakra/dialog.tsx'
import { DialogForm } from '#client/ui/chakra/dialog-form.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { takeFocusInDialog } from '#client/ui/focus.ts'
import { showToast } from '#client/ui/toast.ts'
import { useForm } from '#client/ui/use-form.ts'

export interface NamedTarget extends OptOutTarget {
  /** The name of the municipality or source. */
  name: string
  optedOut: boolean
}

interface OptOutDialogProps {
  target: NamedTarget | undefined
  onClose: () => void
  /** The list of opt-outs. It takes the focus after a change, because the pressed button may leave. */
  list: RefObject<HTMLElement | null>
}

/** Asks for confirmation and a note before an opt-out hides houses, or before it ends. */
export function OptOutDialog({ target, onClose, list }: OptOutDialogProps) {
  const [isChanged, setChanged] = useState(false)
  function close(isChanged: boolean) {
    setChanged(isChanged)
    onClose()
  }
  return (
    <Dialog
      title={target ? questionAbout(target) : ''}
      isOpen={target !== undefined}
      onClose={() => close(false)}
      finalFocus={() => (isChanged ? list.current : null)}
    >
      {target && <OptOutForm target={target} onClose={close} />}
    </Dialog>
  )
}

function questionAbout({ name, optedOut }: NamedTarget) {
  return optedOut ? `Show the houses of ${name} again?` : `Hide every house of ${name}?`
}

const Texts = z.object({ note: z.string() })

interface OptOutFormProps {
  target: NamedTarget
  onClose: (isChanged: boolean) => void
}

function OptOutForm({ target, onClose }: OptOutFormProps) {
  const { kind, key, optedOut } = target
  const preview = useQuery(optOutPreviewQuery(target))
  // Another administrator may have changed it since the page was loaded.
  const isOutdated = preview.data !== undefined && preview.data.opted_out !== optedOut
  const { mutate, isPending } = useMutation(setOptOut)
  const { field, onSubmit, setError } = useForm(Texts)
  const save = ({ note }: z.output<typeof Texts>) =>
    mutate(
      { kind, key, opted_out: !optedOut, note },
      {
        onSuccess: ({ house_count }) => {
          onClose(true)
          const houses = formatHouses(house_count)
          showToast({ type: 'success', title: `${houses} ${optedOut ? 'shown again' : 'hidden'}` })
        },
        onError: refusalAtField({
          names: ['note'],
          setError,
          failure: 'Failed to change the opt-out',
        }),
      },
    )
  return (
    <DialogForm
      onSubmit={onSubmit(save)}
      onCancel={() => onClose(false)}
      action={
        <ActionButton
          type="submit"
          colorPalette={optedOut ? undefined : 'danger'}
          // Nobody confirms before the dialog has said how many houses it concerns.
          isPending={isPending || preview.isPending}
          disabled={isOutdated}
        >
          {optedOut ? 'Show houses again' : 'Hide houses'}
        </ActionButton>
      }
    >
      <p role="status">
        {isOutdated ? describeOutdated(optedOut) : describeHouses(preview, optedOut)}
      </p>
      <TextArea
        label={optedOut ? 'Why (optional)' : 'Why'}
        rows={2}
        ref={takeFocusInDialog}
        {...field('note')}
        hint="For example, who asked for it, when and how"
      />
    </DialogForm>
  )
}

function describeOutdated(optedOut: boolean) {
  const change = optedOut ? 'shown these houses again' : 'hidden these houses'
  return `Another administrator has already ${change}. Reload the page.`
}

function describeHouses(
  { data, isError }: Pick<UseQueryResult<{ house_count: number }>, 'data' | 'isError'>,
  optedOut: boolean,
) {
  if (data) return optedOut ? describeEnd(data.house_count) : describeStart(data.house_count)
  return isError ? 'The houses could not be counted.' : 'Counting the houses…'
}

function describeStart(count: number) {
  const verb = count === 1 ? 'disappears' : 'disappear'
  return `${formatHouses(count)} ${verb} from every page, from people’s favorites and from their devices. Houses that later imports bring stay hidden too.`
}

function describeEnd(count: number) {
  const verb = count === 1 ? 'is' : 'are'
  return `${formatHouses(count)} ${verb} shown again. Houses that are hidden for another reason stay hidden.`
}
