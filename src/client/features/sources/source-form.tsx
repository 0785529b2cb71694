import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ActionButton } from '#client/components/action-button.tsx'
import { refusalAtField } from '#client/components/mutation-toasts.ts'
import { saveSource } from '#client/data/sources.ts'
import { Choice } from '#client/ui/chakra/choice.tsx'
import { DialogForm } from '#client/ui/chakra/dialog-form.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { takeFocusInDialog } from '#client/ui/focus.ts'
import { showToast } from '#client/ui/toast.ts'
import { useForm } from '#client/ui/use-form.ts'
import {
  DEFAULT_TIME_ZONE,
  type ScheduledSource,
  SOURCE_KINDS,
  SOURCE_RHYTHMS,
  SourceSettings,
} from '#contract/sources.ts'
import { WEEKDAYS } from './describe-source.ts'
import styles from './sources.module.css'

/** A form leaves out a checkbox that is not checked. */
const Checked = z._default(
  z.pipe(
    z.literal('true'),
    z.transform(() => true),
  ),
  false,
)
const FormFields = z.object({ ...SourceSettings.shape, full: Checked, rents: Checked })

const NAMES = ['source', 'address', 'secret_variable', 'hours', 'time', 'time_zone'] as const

interface SourceFormProps {
  /** The source to edit. Undefined for a new one. */
  source: ScheduledSource | undefined
  /** The folder on the server in which folders of sources must be. */
  folder: string
  onClose: () => void
}

export function SourceForm({ source, folder, onClose }: SourceFormProps) {
  const { mutate, isPending } = useMutation(saveSource)
  const form = useForm(FormFields)
  const { field, onSubmit, setError } = form

  function save(settings: z.output<typeof FormFields>) {
    mutate(
      { id: source?.id, settings },
      {
        onSuccess: () => {
          onClose()
          showToast({ type: 'success', title: 'Source saved' })
        },
        onError: refusalAtField({ names: NAMES, setError, failure: 'Failed to save the source' }),
      },
    )
  }

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
      <Field
        label="Source"
        autoComplete="off"
        defaultValue={source?.source}
        ref={takeFocusInDialog}
        hint="The name of the source. An import updates the listings of the same source."
        {...field('source')}
      />
      <Place source={source} folder={folder} field={field} />
      <Rhythm source={source} field={field} />
      <div className={styles.choices}>
        <Choice name="full" value="true" on={source?.full ?? false}>
          The file is complete: withdraw the listings that it lacks
        </Choice>
        <Choice name="rents" value="true" on={source?.rents ?? false}>
          Import houses for rent too
        </Choice>
      </div>
    </DialogForm>
  )
}

type FieldOf = ReturnType<typeof useForm<typeof FormFields>>['field']

const KIND_LABELS = { url: 'A file on the web', folder: 'A folder on the server' }

interface PlaceProps extends Pick<SourceFormProps, 'source' | 'folder'> {
  field: FieldOf
}

/** Where the file comes from. */
function Place({ source, folder, field }: PlaceProps) {
  const [kind, setKind] = useState(source?.kind ?? 'url')
  const isUrl = kind === 'url'
  const address = field('address')
  return (
    <>
      <Select
        label="Where the file comes from"
        name="kind"
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          setKind(SOURCE_KINDS.find((one) => one === value) ?? 'url')
        }
      >
        {(['url', 'folder'] as const).map((one) => (
          <option key={one} value={one}>
            {KIND_LABELS[one]}
          </option>
        ))}
      </Select>
      <Field
        label={isUrl ? 'Address' : 'Folder'}
        type={isUrl ? 'url' : 'text'}
        autoComplete="off"
        defaultValue={source?.address}
        hint={
          isUrl
            ? 'It begins with https://'
            : `Type the folder’s name, such as tanba. Create it in ${folder} first. Its newest file is imported.`
        }
        {...address}
      />
      {isUrl && (
        <Field
          label="Environment variable with the password (optional)"
          autoComplete="off"
          defaultValue={source?.secret_variable}
          hint="The operator sets it on the server, such as SOURCE_TANBA. Its value is the whole Authorization header, which begins with Basic or Bearer."
          {...field('secret_variable')}
        />
      )}
    </>
  )
}

const RHYTHM_LABELS = { hours: 'Every few hours', daily: 'Every day', weekly: 'Every week' }

/** When the source runs. */
function Rhythm({ source, field }: Omit<PlaceProps, 'folder'>) {
  const [rhythm, setRhythm] = useState(source?.rhythm ?? 'daily')
  return (
    <>
      <Select
        label="How often"
        name="rhythm"
        value={rhythm}
        onChange={({ currentTarget: { value } }) =>
          setRhythm(SOURCE_RHYTHMS.find((one) => one === value) ?? 'daily')
        }
      >
        {SOURCE_RHYTHMS.map((one) => (
          <option key={one} value={one}>
            {RHYTHM_LABELS[one]}
          </option>
        ))}
      </Select>
      {rhythm === 'hours' ? (
        <Field
          label="Hours between two runs"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={source?.hours ?? 6}
          {...field('hours')}
        />
      ) : (
        <>
          {rhythm === 'weekly' && (
            <Select label="Day" defaultValue={source?.weekday ?? 1} {...field('weekday')}>
              {WEEKDAYS.map((day, at) => (
                <option key={day} value={at + 1}>
                  {day}
                </option>
              ))}
            </Select>
          )}
          <Field
            label="Time"
            type="time"
            defaultValue={source?.time ?? '03:00'}
            {...field('time')}
          />
          <Field
            label="Time zone"
            autoComplete="off"
            defaultValue={source?.time_zone ?? DEFAULT_TIME_ZONE}
            hint="Such as Asia/Tokyo. Daylight saving time is taken into account."
            {...field('time_zone')}
          />
        </>
      )}
    </>
  )
}
