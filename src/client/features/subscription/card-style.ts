import type { StripeElementStyle } from '@stripe/stripe-js'
import { useMemo } from 'react'
import { useMediaQuery } from '#client/ui/media-query.ts'

const DARK = '(prefers-color-scheme: dark)'

/** The style of Stripe's card field, matched to the page. */
export function useCardStyle() {
  const isDark = useMediaQuery(DARK)
  return useMemo(() => cardStyle(isDark), [isDark])
}

/**
 * The style of Stripe's card field. It contains computed colours, because Stripe renders the field
 * in an iframe, which cannot read our CSS variables.
 */
function cardStyle(isDark: boolean): StripeElementStyle {
  const probe = document.createElement('span')
  probe.style.colorScheme = isDark ? 'dark' : 'light'
  document.body.append(probe)
  const computed = getComputedStyle(probe)

  function colorOf(variable: string) {
    probe.style.color = `var(${variable})`
    return computed.color
  }

  const style: StripeElementStyle = {
    base: {
      color: colorOf('--ink'),
      iconColor: colorOf('--ink-soft'),
      fontFamily: computed.fontFamily,
      fontSize: computed.fontSize,
      '::placeholder': { color: colorOf('--ink-soft') },
      ':disabled': { color: colorOf('--ink-soft') },
    },
    invalid: { color: colorOf('--danger'), iconColor: colorOf('--danger') },
  }
  probe.remove()
  return style
}
