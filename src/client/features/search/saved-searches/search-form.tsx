import { type Ref, useState } from 'react'
import * as z from 'zod/mini'
import { failureMessage } from '#client/api/failures.ts'
import { AlertFields } from '#client/components/alert-fields.tsx'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Field } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import type { Alert as AlertSetting } from '#contract/alerts.ts'
import { MAX_SEARCH_NAME_LENGTH, SearchName } from '#contract/saved-searches.ts'
import styles from './saved-searches.module.css'

const Fields = z.object({ name: SearchName })

interface SearchFormProps {
  name: string
  /** The alert that the form proposes. Undefined for none. */
  alert: AlertSetting | undefined
  /** The state of the mutation that saves the search. */
  change: { isPending: boolean; error: Error | null; reset: () => void }
  /**
   * The beginning of a message about a missing network, such as `Saving a search needs`. The form
   * adds `a connection`.
   */
  needing: string
  /** The message for an unexpected error. */
  failure: string
  onSubmit: (name: string, alert: AlertSetting | undefined) => void
  onCancel: () => void
  fieldRef?: Ref<HTMLInputElement>
}

/** The name of a saved search, and how the person is told about houses that it finds. */
export function SearchForm({ name, change, needing, failure, ...props }: SearchFormProps) {
  const { onSubmit: send, onCancel, fieldRef } = props
  const isOnline = useIsOnline()
  const { field, onSubmit } = useForm(Fields)
  const [alert, setAlert] = useState(props.alert)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={onSubmit(({ name }) => send(name, alert), change.reset)}
    >
      {!isOnline && <Alert type="info">{`${needing} a connection.`}</Alert>}
      {change.error && <Alert type="error">{failureMessage(change.error, failure)}</Alert>}
      <Field
        label="Name"
        ref={fieldRef}
        defaultValue={name}
        maxLength={MAX_SEARCH_NAME_LENGTH}
        autoComplete="off"
        {...field('name')}
      />
      <AlertFields label="Tell me about new and cheaper houses" alert={alert} onChange={setAlert} />
      <ButtonRow>
        <Button type="submit" disabled={!isOnline || change.isPending}>
          Save
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  )
}
