import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface Look {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** As wide as what it stands in. */
  wide?: boolean
}

export type ButtonProps = ComponentProps<'button'> & Look

export function Button({ variant, wide, className, ...props }: ButtonProps) {
  return <button type="button" {...props} className={lookOf({ variant, wide }, className)} />
}

/** The class names of a button, for whatever else looks like one. */
export function lookOf({ variant = 'primary', wide }: Look, className?: string) {
  return [styles.button, styles[variant], wide && styles.wide, className].filter(Boolean).join(' ')
}
