import type { CardKind } from '../cards.ts'
import { missing, type StripeRefusal } from '../refusals.ts'
import type {
  Charge,
  Customer,
  DeletedCustomer,
  Event,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Price,
  Product,
  Refund,
  SetupIntent,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from '../stripe-objects.ts'

/** What the sandbox knows of a payment method, by its id, and Stripe would not say. */
interface CardFacts {
  id: string
  kind: CardKind
  /** The bank has been asked: later payments without the person pass. */
  isAuthenticated: boolean
  isDetached: boolean
}

/** Where an event has yet to be delivered, by its id. */
interface DeliveryFacts {
  id: string
  /** Ids of webhook endpoints. */
  pending: string[]
}

/** What was answered under an idempotency key. */
export interface KeptAnswer {
  id: string
  /** Of the method, the path and the parameters. */
  digest: string
  status: 200 | StripeRefusal['status']
  body: object
  /** Seconds since 1970. */
  at: number
}

/** How far the sandbox's time is ahead of the clock; the one row is called `time`. */
interface TimeFacts {
  id: string
  /** Milliseconds. */
  advanced: number
}

interface Rows {
  customers: Customer | DeletedCustomer
  paymentMethods: PaymentMethod
  cards: CardFacts
  products: Product
  prices: Price
  subscriptions: Subscription
  invoices: Invoice
  invoicePayments: InvoicePayment
  paymentIntents: PaymentIntent
  charges: Charge
  refunds: Refund
  setupIntents: SetupIntent
  webhookEndpoints: WebhookEndpoint
  testClocks: TestClock
  events: Event
  deliveries: DeliveryFacts
  answers: KeptAnswer
  time: TimeFacts
}
type TableName = keyof Rows

/** What Stripe calls a row of a table, in the sentence that says there is none. */
const NOUNS: Record<TableName, string> = {
  customers: 'customer',
  paymentMethods: 'PaymentMethod',
  cards: 'card',
  products: 'product',
  prices: 'price',
  subscriptions: 'subscription',
  invoices: 'invoice',
  invoicePayments: 'invoice_payment',
  paymentIntents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  setupIntents: 'setupintent',
  webhookEndpoints: 'webhook endpoint',
  testClocks: 'test clock',
  events: 'event',
  deliveries: 'delivery',
  answers: 'answer',
  time: 'time',
}
export const TABLE_NAMES = Object.keys(NOUNS) as TableName[]

/** A row as it is now, and the table it belongs to. */
export type Change = [TableName, { id: string }]

export type ReadonlyDeep<T> = T extends object
  ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
  : T

interface Table<Row extends { id: string }> {
  add(row: Row): Row
  /** A row, to read or to change: what becomes of it is part of the next commit. */
  find(id: string): Row | undefined
  /** The same; without such a row, the request is refused. */
  get(id: string, param?: string): Row
  /** The rows that match, to change, oldest first. */
  filter(matches: (row: ReadonlyDeep<Row>) => boolean): Row[]
  /** Every row, to read, oldest first. */
  all(): ReadonlyDeep<Row>[]
  newestFirst(): ReadonlyDeep<Row>[]
  /** Leaves a row out of what there is to begin with; no change is told of. */
  forget(id: string): void
}

export type Ledger = ReturnType<typeof openLedger>

/** Everything the sandbox keeps. Changes come together: all of them are committed, or none. */
export function openLedger(rows: Iterable<Change> = []) {
  /** The rows that may have changed since the last commit, as they were; null where there was none. */
  const touched = new Map<string, { table: TableName; id: string; before: string | null }>()
  const stored = new Map<TableName, Map<string, { id: string }>>(
    TABLE_NAMES.map((name) => [name, new Map()]),
  )
  for (const [table, row] of rows) stored.get(table)?.set(row.id, row)

  function table<Name extends TableName>(name: Name): Table<Rows[Name]> {
    // Rows enter by `add`, which knows their type, or from the journal of this very ledger.
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
      forget: (id) => own.delete(id),
    }
  }

  return {
    customers: table('customers'),
    paymentMethods: table('paymentMethods'),
    cards: table('cards'),
    products: table('products'),
    prices: table('prices'),
    subscriptions: table('subscriptions'),
    invoices: table('invoices'),
    invoicePayments: table('invoicePayments'),
    paymentIntents: table('paymentIntents'),
    charges: table('charges'),
    refunds: table('refunds'),
    setupIntents: table('setupIntents'),
    webhookEndpoints: table('webhookEndpoints'),
    testClocks: table('testClocks'),
    events: table('events'),
    deliveries: table('deliveries'),
    answers: table('answers'),
    time: table('time'),

    /** Every row there is. */
    rows: () =>
      [...stored].flatMap(([name, own]) => [...own.values()].map((row): Change => [name, row])),

    /** Hands over what has changed since the last commit; once it is kept, it stands. */
    commit(keep: (changes: Change[]) => void) {
      const changes = [...touched.values()].flatMap(({ table, id, before }): Change[] => {
        const row = stored.get(table)?.get(id)
        return row && JSON.stringify(row) !== before ? [[table, row]] : []
      })
      if (changes.length > 0) keep(changes)
      touched.clear()
    },

    /** Undoes what has changed since the last commit. */
    rollback() {
      for (const { table, id, before } of touched.values()) {
        if (before === null) stored.get(table)?.delete(id)
        else stored.get(table)?.set(id, JSON.parse(before))
      }
      touched.clear()
    },
  }
}
