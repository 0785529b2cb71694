import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { useIsAlive } from './is-alive.ts'

interface Look {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** As wide as what it stands in. */
  wide?: boolean
}

export type ButtonProps = ComponentProps<'button'> & Look

export function Button({ variant, wide, className, ...props }: ButtonProps) {
  const Element = props.type === 'submit' ? SubmitButton : 'button'
  return <Element type="button" {...props} className={lookOf({ variant, wide }, className)} />
}

/** Nobody but our script may send a form: the browser would write what is in it into the address. */
function SubmitButton({ disabled, ...props }: ComponentProps<'button'>) {
  const isAlive = useIsAlive()
  return <button type="submit" {...props} disabled={disabled || !isAlive} />
}

/** The class names of a button, for whatever else looks like one. */
export function lookOf({ variant = 'primary', wide }: Look, className?: string) {
  return [styles.button, styles[variant], wide && styles.wide, className].filter(Boolean).join(' ')
}
