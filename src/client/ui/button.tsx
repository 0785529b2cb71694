import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { useStaticValue } from './use-static-value.ts'

interface ButtonStyle {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  wide?: boolean
}

export type ButtonProps = ComponentProps<'button'> & ButtonStyle

export function Button({ variant, wide, className, ...props }: ButtonProps) {
  const Element = props.type === 'submit' ? SubmitButton : 'button'
  return <Element type="button" {...props} className={buttonClass({ variant, wide }, className)} />
}

/**
 * A submit button that is disabled until hydration. Before hydration, the browser itself would send
 * the form, with the values in the URL.
 */
function SubmitButton({ disabled, ...props }: ComponentProps<'button'>) {
  const isHydrated = useIsHydrated()
  return <button type="submit" {...props} disabled={disabled || !isHydrated} />
}

/** The class names of a button, for links and other elements that look like a button. */
export function buttonClass({ variant = 'primary', wide }: ButtonStyle, className?: string) {
  return [styles.button, styles[variant], wide && styles.wide, className].filter(Boolean).join(' ')
}

/** Whether the page is hydrated. Before hydration, a server-rendered page does not react. */
function useIsHydrated() {
  return useStaticValue(() => true, false)
}
