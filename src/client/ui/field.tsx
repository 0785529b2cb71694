import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { ChevronDownIcon, WarningIcon } from './icons.tsx'

interface Described {
  label: ReactNode
  /** The error message. Screen readers read it together with the control. */
  error?: ReactNode
  hint?: ReactNode
}

export type FieldProps = ComponentProps<'input'> & Described

export function Field({ label, error, hint, className, ...input }: FieldProps) {
  const ids = useFieldIds()
  return (
    <FieldFrame {...{ ids, label, error, hint, className }}>
      <input {...input} {...controlProps(ids, { error, hint })} className={styles.control} />
    </FieldFrame>
  )
}

type TextAreaProps = ComponentProps<'textarea'> & Described

export function TextArea({ label, error, hint, className, ...area }: TextAreaProps) {
  const ids = useFieldIds()
  return (
    <FieldFrame {...{ ids, label, error, hint, className }}>
      <textarea {...area} {...controlProps(ids, { error, hint })} className={styles.control} />
    </FieldFrame>
  )
}

type SelectProps = ComponentProps<'select'> & Described

/** A native select. `children` are its options. */
export function Select({ label, error, hint, className, ...select }: SelectProps) {
  const ids = useFieldIds()
  return (
    <FieldFrame {...{ ids, label, error, hint, className }}>
      <div className={styles.choice}>
        <select
          {...select}
          {...controlProps(ids, { error, hint })}
          className={`${styles.control} ${styles.select}`}
        />
        <ChevronDownIcon className={styles.arrow} />
      </div>
    </FieldFrame>
  )
}

type Ids = ReturnType<typeof useFieldIds>

/** The ids of a control, its error and its hint. */
export function useFieldIds() {
  const id = useId()
  return { control: id, error: `${id}-error`, hint: `${id}-hint` }
}

function controlProps(ids: Ids, { error, hint }: Pick<Described, 'error' | 'hint'>) {
  const describedBy = [error && ids.error, hint && ids.hint].filter(Boolean).join(' ')
  return {
    id: ids.control,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
}

type FrameProps = Described & { ids: Ids; className?: string; children: ReactNode }

/** The label, hint and error of a control, whose id is `ids.control`. */
export function FieldFrame({ ids, label, error, hint, className, children }: FrameProps) {
  return (
    <div className={className ? `${styles.field} ${className}` : styles.field}>
      <label className={styles.label} htmlFor={ids.control}>
        {label}
      </label>
      {children}
      <Messages {...{ ids, error, hint }} />
    </div>
  )
}

type MessagesProps = Pick<Described, 'error' | 'hint'> & { ids: Pick<Ids, 'error' | 'hint'> }

/** The error and the hint below a control. */
export function Messages({ ids, error, hint }: MessagesProps) {
  return (
    <>
      {error && (
        <p className={styles.error} id={ids.error}>
          <WarningIcon />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p className="caption" id={ids.hint}>
          {hint}
        </p>
      )}
    </>
  )
}
