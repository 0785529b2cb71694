import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { useIsAlive } from './is-alive.ts'

interface Look {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** Whether the button is as wide as its container. */
  wide?: boolean
}

export type ButtonProps = ComponentProps<'button'> & Look

export function Button({ variant, wide, className, ...props }: ButtonProps) {
  const Element = props.type === 'submit' ? SubmitButton : 'button'
  return <Element type="button" {...props} className={lookOf({ variant, wide }, className)} />
}

/**
 * Disabled until hydration. Otherwise the browser itself would send the form, with the values in
 * the URL.
 */
function SubmitButton({ disabled, ...props }: ComponentProps<'button'>) {
  const isAlive = useIsAlive()
  return <button type="submit" {...props} disabled={disabled || !isAlive} />
}

/** The class names of a button, for links and other elements that look like a button. */
export function lookOf({ variant = 'primary', wide }: Look, className?: string) {
  return [styles.button, styles[variant], wide && styles.wide, className].filter(Boolean).join(' ')
}
