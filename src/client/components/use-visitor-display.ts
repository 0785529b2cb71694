import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createListeners } from '#client/browser/listeners.ts'
import { withStorage } from '#client/browser/storage.ts'
import { visitorDisplayQuery } from '#client/data/listings.ts'
import { ratesQuery } from '#client/data/rates.ts'
import { displayIn } from '#contract/converted-price.ts'
import { useDisplay } from './use-display.ts'

const KEY = 'visitor-currency'

const listeners = createListeners()

/** Keeps the currency that a visitor chose on this device. */
export function chooseVisitorCurrency(currency: string) {
  withStorage((storage) => storage.setItem(KEY, currency))
  listeners.tell()
}

/**
 * How a visitor sees prices: in the currency that they chose on this device, or else in the dollars
 * that the server guessed from their language. Undefined outside the free preview.
 */
function useVisitorDisplay() {
  // Only read the cache. The free preview loads the response.
  const { data: guessed } = useQuery({ ...visitorDisplayQuery, enabled: false })
  const chosen = useSyncExternalStore(
    listeners.watch,
    () => withStorage((storage) => storage.getItem(KEY)),
    () => null,
  )
  const { data: rates } = useQuery({ ...ratesQuery, enabled: chosen !== null })
  if (!guessed || chosen === null || !rates) return guessed
  return displayIn(chosen, guessed.area_unit, rates) ?? guessed
}

/** How this person sees prices, with an account or as a visitor of the free preview. */
export function useAnyDisplay() {
  const visitors = useVisitorDisplay()
  return useDisplay() ?? visitors
}
