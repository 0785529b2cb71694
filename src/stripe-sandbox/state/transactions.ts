import type { Journal } from './journal.ts'
import type { Ledger } from './ledger.ts'

/** The request that is being answered; what happens by itself has none. */
export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
}

/** What nobody has asked for. */
export const BY_ITSELF: Cause = { requestId: null, idempotencyKey: null }

export type Transact = <T>(cause: Cause, act: () => T) => T

interface TransactionOptions {
  ledger: Ledger
  append: Journal['append']
  /** Takes an event to those who want to hear of it, by its id. */
  deliver: (event: string) => void
}

/** Sees to it that what happens together is kept together, and told of only when it is kept. */
export function openTransactions({ ledger, append, deliver }: TransactionOptions) {
  let cause = BY_ITSELF
  let events: string[] = []

  const transact: Transact = (because, act) => {
    cause = because
    events = []
    try {
      const result = act()
      ledger.commit(append)
      for (const event of events) deliver(event)
      return result
    } catch (error) {
      ledger.rollback()
      throw error
    } finally {
      cause = BY_ITSELF
    }
  }

  return { transact, cause: () => cause, onEvent: (id: string) => events.push(id) }
}
