import type { CardKind } from '../cards.ts'
import { missing, type StripeRefusal } from '../refusals.ts'
import type {
  Charge,
  Customer,
  DeletedCustomer,
  Dispute,
  Event,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Price,
  Refund,
  SetupIntent,
  Subscription,
} from '../stripe-objects.ts'

/**
 * Facts about a payment method, in addition to those that Stripe's API shows. `id` is the id of the
 * payment method.
 */
interface CardFacts {
  id: string
  kind: CardKind
  /** Whether the customer has passed 3-D Secure. Later off-session payments then succeed. */
  isAuthenticated: boolean
}

/** The stored response to a request with an idempotency key. */
export interface StoredResponse {
  id: string
  /** A hash of the request's method, path and parameters. */
  digest: string
  status: 200 | StripeRefusal['status']
  body: object
  /** When the response was stored, in seconds since 1970. */
  at: number
}

/** How far the sandbox's time is ahead of the clock. A single row, with the id `time`. */
interface TimeFacts {
  id: string
  /**
   * How far ahead the sandbox's time is, in milliseconds. Do not rename this field, because the
   * change log contains it.
   */
  advanced: number
}

interface Rows {
  customers: Customer | DeletedCustomer
  paymentMethods: PaymentMethod
  cards: CardFacts
  prices: Price
  subscriptions: Subscription
  invoices: Invoice
  invoicePayments: InvoicePayment
  paymentIntents: PaymentIntent
  charges: Charge
  refunds: Refund
  disputes: Dispute
  setupIntents: SetupIntent
  events: Event
  answers: StoredResponse
  time: TimeFacts
}
type TableName = keyof Rows

/** Stripe's name for the objects of each table, used in "No such …" errors. */
const NOUNS: Record<TableName, string> = {
  customers: 'customer',
  paymentMethods: 'PaymentMethod',
  cards: 'card',
  prices: 'price',
  subscriptions: 'subscription',
  invoices: 'invoice',
  invoicePayments: 'invoice_payment',
  paymentIntents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  setupIntents: 'setupintent',
  events: 'event',
  answers: 'answer',
  time: 'time',
}
export const TABLE_NAMES = Object.keys(NOUNS) as TableName[]

/** A row's current state, and its table. */
export type Change = [TableName, { id: string }]

export type ReadonlyDeep<T> = T extends object
  ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
  : T

interface Table<Row extends { id: string }> {
  add(row: Row): Row
  /** A row to read or change. Changes are part of the next commit. */
  find(id: string): Row | undefined
  /** Like `find`, but refuses the request if the row does not exist. */
  get(id: string, param?: string): Row
  /** Matching rows, oldest first. Changes to them are part of the next commit. */
  filter(matches: (row: ReadonlyDeep<Row>) => boolean): Row[]
  /** All rows, oldest first, read-only. */
  all(): ReadonlyDeep<Row>[]
  newestFirst(): ReadonlyDeep<Row>[]
  /** Drops an outdated row at startup. The removal is not recorded as a change. */
  drop(id: string): void
}

export type Ledger = ReturnType<typeof openLedger>

/** The sandbox's database. Changes are committed together, or not at all. */
export function openLedger(rows: Iterable<Change> = []) {
  /** The previous state of rows that may have changed since the last commit. Null for new rows. */
  const touched = new Map<string, { table: TableName; id: string; before: string | null }>()
  const stored = new Map<TableName, Map<string, { id: string }>>(
    TABLE_NAMES.map((name) => [name, new Map()]),
  )
  for (const [table, row] of rows) stored.get(table)?.set(row.id, row)

  function table<Name extends TableName>(name: Name): Table<Rows[Name]> {
    // This cast is safe, because rows come from `add`, which checks their type, or from the
    // change log, which the sandbox wrote.
    const own = stored.get(name) as Map<string, Rows[Name]>
    function find(id: string) {
      const row = own.get(id)
      const key = `${name} ${id}`
      if (!touched.has(key)) {
        touched.set(key, { table: name, id, before: row ? JSON.stringify(row) : null })
      }
      return row
    }
    const all = () => [...own.values()] as ReadonlyDeep<Rows[Name]>[]
    return {
      add(row) {
        find(row.id)
        own.set(row.id, row)
        return row
      },
      find,
      get(id, param) {
        const row = find(id)
        if (!row) throw missing(NOUNS[name], id, param)
        return row
      },
      filter(matches) {
        const found = [...own.values()].filter((row) => matches(row as ReadonlyDeep<Rows[Name]>))
        for (const { id } of found) find(id)
        return found
      },
      all,
      newestFirst: () => all().reverse(),
      drop: (id) => own.delete(id),
    }
  }

  return {
    customers: table('customers'),
    paymentMethods: table('paymentMethods'),
    cards: table('cards'),
    prices: table('prices'),
    subscriptions: table('subscriptions'),
    invoices: table('invoices'),
    invoicePayments: table('invoicePayments'),
    paymentIntents: table('paymentIntents'),
    charges: table('charges'),
    refunds: table('refunds'),
    disputes: table('disputes'),
    setupIntents: table('setupIntents'),
    events: table('events'),
    answers: table('answers'),
    time: table('time'),

    rows: () =>
      [...stored].flatMap(([name, own]) => [...own.values()].map((row): Change => [name, row])),

    /**
     * Passes all changes since the last commit to the function `append`, then commits them. If
     * `append` throws, nothing is committed.
     */
    commit(append: (changes: Change[]) => void) {
      const changes = [...touched.values()].flatMap(({ table, id, before }): Change[] => {
        const row = stored.get(table)?.get(id)
        return row && JSON.stringify(row) !== before ? [[table, row]] : []
      })
      if (changes.length > 0) append(changes)
      touched.clear()
    },

    /** Undoes all changes since the last commit. */
    rollback() {
      for (const { table, id, before } of touched.values()) {
        if (before === null) stored.get(table)?.delete(id)
        else stored.get(table)?.set(id, JSON.parse(before))
      }
      touched.clear()
    },
  }
}
