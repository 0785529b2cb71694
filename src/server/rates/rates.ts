import { createReadStream } from 'node:fs'
import type { Rates } from '#contract/rates.ts'
import { reasonOf } from '../errors/reason-of.ts'
import { readText } from '../network/read-text.ts'
import { fixedRates } from './fixed-rates.ts'
import { parseRates } from './parse-rates.ts'

const MAX_BYTES = 100_000
const TIMEOUT_MS = 10_000
const REFRESH_MS = { file: 10 * 60_000, url: 6 * 3_600_000 }

export interface RatesSource {
  kind: 'file' | 'url'
  address: string
}

interface RatesServices {
  jpyPerUsd: number
  /** Whether the operator set `jpyPerUsd`. If false, `jpyPerUsd` has its default value. */
  isJpyPerUsdSet: boolean
  /** If the operator provides no rates, the fixed rates of `fixed-rates.ts` apply. */
  source: RatesSource | undefined
  now: () => Date
  logWarning: (message: string) => void
}

export type CurrentRates = ReturnType<typeof openRates>

/**
 * Holds the exchange rates of this process. `load` replaces them with the operator's rates. If
 * loading fails, the last valid rates stay, and the log states the reason.
 */
export function openRates({ jpyPerUsd, isJpyPerUsdSet, source, now, logWarning }: RatesServices) {
  let rates = fixedRates(jpyPerUsd, { isSet: isJpyPerUsdSet })
  let timer: NodeJS.Timeout | undefined

  async function load() {
    if (!source) return
    try {
      rates = parseRates(await read(source), now())
    } catch (error) {
      logWarning(
        `The exchange rates at ${source.address} cannot be used: ${reasonOf(error)}. ` +
          `The exchange rates of ${rates.as_of} stay in use.`,
      )
    }
  }

  return {
    current: (): Rates => rates,
    load,
    /** Reloads the rates at intervals. Returns a function that stops the timer. */
    start() {
      if (source) timer = setInterval(load, REFRESH_MS[source.kind])
      timer?.unref()
      return () => clearInterval(timer)
    },
  }
}

async function read({ kind, address }: RatesSource) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  if (kind === 'file') return readText(createReadStream(address, { signal }), MAX_BYTES)
  // Refuse redirects. A redirect could lead to an address inside the operator's network.
  const response = await fetch(address, { redirect: 'error', signal })
  if (!response.ok || !response.body) throw new Error(`the response has status ${response.status}`)
  return readText(response.body, MAX_BYTES)
}
