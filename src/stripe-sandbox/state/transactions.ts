import type { ChangeLog } from './change-log.ts'
import type { Ledger } from './ledger.ts'

/** The request that causes an event. Both fields are null for scheduled events. */
export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
}

/** The cause of events without a request: scheduled events, and changes by the sandbox itself. */
export const NO_REQUEST: Cause = { requestId: null, idempotencyKey: null }

export type Transact = <T>(cause: Cause, act: () => T) => T

interface TransactionOptions {
  ledger: Ledger
  append: ChangeLog['append']
  /** Delivers the event with this id to its endpoints. */
  deliver: (event: string) => void
}

/** Runs transactions. Their events are delivered only after the commit. */
export function openTransactions({ ledger, append, deliver }: TransactionOptions) {
  let cause = NO_REQUEST
  let events: string[] = []

  const transact: Transact = (newCause, act) => {
    cause = newCause
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
      cause = NO_REQUEST
    }
  }

  return { transact, cause: () => cause, onEvent: (id: string) => events.push(id) }
}
