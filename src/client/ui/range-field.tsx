import { type ComponentProps, type ReactNode, useId } from 'react'
import field from './field.module.css'
import { Messages } from './field.tsx'
import styles from './range-field.module.css'

type EndProps = ComponentProps<'input'> & { 'aria-label': string }

interface RangeFieldProps {
  legend: string
  /** The error message. It applies to each field that is `aria-invalid`. */
  error?: string
  hint?: ReactNode
  min: EndProps
  max: EndProps
}

export function RangeField({ legend, error, hint, min, max }: RangeFieldProps) {
  const errorId = useId()
  const hintId = useId()
  const described = (isInvalid: unknown) =>
    [isInvalid && error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  const shared: ComponentProps<'input'> = {
    className: field.control,
    inputMode: 'decimal',
    autoComplete: 'off',
  }
  return (
    <fieldset className={styles.range}>
      <legend className={`${field.label} ${styles.legend}`}>{legend}</legend>
      <div className={styles.ends}>
        <input {...shared} {...min} aria-describedby={described(min['aria-invalid'])} />
        <span aria-hidden="true">–</span>
        <input {...shared} {...max} aria-describedby={described(max['aria-invalid'])} />
      </div>
      <Messages ids={{ error: errorId, hint: hintId }} error={error} hint={hint} />
    </fieldset>
  )
}
