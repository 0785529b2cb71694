import type { StripeElementStyle } from '@stripe/stripe-js'

/**
 * Passes the element's style to the stylesheet as CSS variables, because an inline style does not
 * apply to `::placeholder`.
 */
export function applyStyle(node: HTMLElement, { base, invalid }: StripeElementStyle = {}) {
  const variables = {
    '--card-color': base?.color,
    '--card-font-family': base?.fontFamily,
    '--card-font-size': base?.fontSize,
    '--card-font-weight': base?.fontWeight,
    '--card-line-height': base?.lineHeight,
    '--card-letter-spacing': base?.letterSpacing,
    '--card-icon-color': base?.iconColor,
    '--card-placeholder-color': base?.['::placeholder']?.color,
    '--card-disabled-color': base?.[':disabled']?.color,
    '--card-invalid-color': invalid?.color,
  }
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) node.style.removeProperty(name)
    else node.style.setProperty(name, String(value))
  }
}
