import type { StripeElementStyle } from '@stripe/stripe-js'
import { useMemo } from 'react'
import { useMediaQuery } from '#client/ui/media-query.ts'

const DARK = '(prefers-color-scheme: dark)'

/** How a card field looks that is of one piece with the page. */
export function useCardStyle() {
  const isDark = useMediaQuery(DARK)
  return useMemo(() => cardStyle(isDark), [isDark])
}

/** In plain values: Stripe draws its field in a frame of its own, where our variables mean nothing. */
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
    invalid: { color: colorOf('--shu'), iconColor: colorOf('--shu') },
  }
  probe.remove()
  return style
}
