import { type ComponentProps, useId } from 'react'
import field from './field.module.css'
import { WarningIcon } from './icons.tsx'
import styles from './range-field.module.css'

type EndProps = ComponentProps<'input'> & { 'aria-label': string }

interface RangeFieldProps {
  legend: string
  error?: string
  min: EndProps
  max: EndProps
}

/** Two numbers between which something lies. */
export function RangeField({ legend, error, min, max }: RangeFieldProps) {
  const errorId = useId()
  const shared: ComponentProps<'input'> = {
    className: field.control,
    inputMode: 'decimal',
    autoComplete: 'off',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? errorId : undefined,
  }
  return (
    <fieldset className={styles.range}>
      <legend className={`${field.label} ${styles.legend}`}>{legend}</legend>
      <div className={styles.ends}>
        <input {...shared} {...min} />
        <span aria-hidden="true">–</span>
        <input {...shared} {...max} />
      </div>
      {error && (
        <p className={field.error} id={errorId}>
          <WarningIcon />
          {error}
        </p>
      )}
    </fieldset>
  )
}
