import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AssessedValues, saveAssessedValues } from '#client/data/assessed-values.ts'
import { formatNumber } from '#client/format/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Field } from '#client/ui/field.tsx'
import { parseMoney } from '#contract/money.ts'
import styles from './purchase-costs.module.css'

/** The largest accepted assessed value, in yen. No house has a higher value. */
const LARGEST = 150_000_000_000

interface AssessedValuesFormProps {
  listingId: string
  /** The assessed values that the person has entered before. */
  values: AssessedValues
}

/**
 * The form for the assessed values of a house. Each valid amount is saved immediately and included
 * in the costs.
 */
export function AssessedValuesForm({ listingId, values }: AssessedValuesFormProps) {
  const { mutate, isError } = useMutation(saveAssessedValues(listingId))
  const [texts, setTexts] = useState({
    building: toText(values.building),
    land: toText(values.land),
  })

  const field = (name: keyof AssessedValues) => ({
    value: texts[name],
    autoComplete: 'off',
    placeholder: 'Not known',
    error: isValid(texts[name]) ? undefined : 'Write yen, such as 1,250,000 or 125万',
    onChange: ({ target }: { target: { value: string } }) => {
      const next = { ...texts, [name]: target.value }
      setTexts(next)
      mutate({ building: readYen(next.building), land: readYen(next.land) })
    },
  })

  return (
    <fieldset className={styles.form}>
      <legend>
        Assessed value (
        <span lang="ja" translate="no">
          固定資産税評価額
        </span>
        )
      </legend>
      <div className={styles.fields}>
        <Field label="House, in yen" {...field('building')} />
        <Field label="Land, in yen" {...field('land')} />
      </div>
      <p className="caption">
        The municipality taxes this value and states it on the owner’s yearly tax notice. For a
        cheap house, this value can be higher than the price. What you enter is saved on this device
        only, until you log out.
      </p>
      {isError && (
        <Alert type="error">
          Not saved: this device’s storage is full or does not work. The costs include your values
          until you close this page.
        </Alert>
      )}
    </fieldset>
  )
}

function toText(yen: number | undefined) {
  return yen === undefined ? '' : formatNumber(yen)
}

function isValid(text: string) {
  return text.trim() === '' || readYen(text) !== undefined
}

function readYen(text: string) {
  const { amount, currency } = parseMoney(text, 'JPY', 'none') ?? {}
  return currency === 'JPY' && amount !== undefined && amount <= LARGEST ? amount : undefined
}
