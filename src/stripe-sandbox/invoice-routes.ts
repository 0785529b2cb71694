import { secondsInHour } from 'date-fns/constants'
import * as z from 'zod/mini'
import { collect, openIntentOf } from './charging.ts'
import { isSince, page } from './http/lists.ts'
import { flag, listParameters, metadata, NONE, parameters, since, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import {
  defaultMethodOf,
  finalizeInvoice,
  stopCollecting,
  subscriptionOf,
  voidInvoice,
} from './invoices.ts'
import { attachedTo } from './ownership.ts'
import { declined, invalid, StripeRefusal } from './refusals.ts'
import type { Invoice } from './stripe-objects.ts'
import type { World } from './world.ts'

const ListInvoices = parameters({
  ...listParameters,
  created: z.optional(since),
  customer: z.optional(text),
  subscription: z.optional(text),
  status: z.optional(z.enum(['draft', 'open', 'paid'])),
})

const UpdateInvoice = parameters({
  auto_advance: z.optional(flag),
  metadata: z.optional(metadata),
})

const FinalizeInvoice = parameters({ auto_advance: z.optional(flag) })

const PayInvoice = parameters({
  payment_method: z.optional(text),
  off_session: z.optional(flag),
})

export function invoiceRoutes(serve: Serve, world: World) {
  const { ledger } = world

  serve(
    'GET',
    '/v1/invoices',
    ListInvoices,
    ({ created, customer, subscription, status, ...wanted }) => {
      const found = ledger.invoices
        .newestFirst()
        .filter(
          (one) =>
            isSince(one, created) &&
            (customer === undefined || one.customer === customer) &&
            (subscription === undefined ||
              one.parent?.subscription_details?.subscription === subscription) &&
            (status === undefined || one.status === status),
        )
      return page(found, wanted, '/v1/invoices')
    },
  )

  serve('GET', '/v1/invoices/:id', NONE, (_, { id }) => ledger.invoices.get(id))

  serve('POST', '/v1/invoices/:id', UpdateInvoice, ({ auto_advance, metadata }, { id }) => {
    const invoice = ledger.invoices.get(id)
    if (auto_advance !== undefined) advanceByItself(world, invoice, auto_advance)
    invoice.metadata = { ...invoice.metadata, ...metadata }
    return invoice
  })

  serve('POST', '/v1/invoices/:id/finalize', FinalizeInvoice, ({ auto_advance }, { id }) => {
    const invoice = ledger.invoices.get(id)
    if (invoice.status !== 'draft') {
      throw invalid(
        "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
        {
          code: 'invoice_not_editable',
        },
      )
    }
    finalizeInvoice(world, invoice, defaultMethodOf(world, subscriptionOf(world, invoice)))
    if (auto_advance !== undefined) advanceByItself(world, invoice, auto_advance)
    return invoice
  })

  serve('POST', '/v1/invoices/:id/void', NONE, (_, { id }) => {
    const invoice = ledger.invoices.get(id)
    if (invoice.status !== 'open') {
      throw invalid(
        "You can only pass in open or uncollectible invoices. This invoice isn't one of those.",
        { code: 'invoice_not_open' },
      )
    }
    voidInvoice(world, invoice)
    return invoice
  })

  serve('POST', '/v1/invoices/:id/pay', PayInvoice, (given, { id }) => {
    const invoice = ledger.invoices.get(id)
    if (invoice.status === 'paid') {
      throw invalid('Invoice is already paid', { code: 'invoice_already_paid' })
    }
    if (invoice.status === 'draft') {
      finalizeInvoice(world, invoice, defaultMethodOf(world, subscriptionOf(world, invoice)))
    }
    if (invoice.status !== 'open') {
      throw invalid(`Invoice can't be paid; its status is ${invoice.status}.`, {
        code: 'invoice_not_open',
      })
    }
    return pay(invoice, given)
  })

  function pay(invoice: Invoice, given: z.output<typeof PayInvoice>) {
    const intent = openIntentOf(world, invoice)
    if (given.payment_method !== undefined) {
      attachedTo(world, String(invoice.customer), given.payment_method, 'payment_method')
    }
    intent.payment_method =
      given.payment_method ??
      intent.payment_method ??
      defaultMethodOf(world, subscriptionOf(world, invoice))
    const outcome = collect(world, invoice, { isOnSession: given.off_session === false })
    if (outcome.kind === 'declined') throw declined(intent, outcome.decline)
    if (outcome.kind === 'authenticate') {
      throw new StripeRefusal(402, {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        message:
          'Payment for this invoice requires additional user action before it can be completed successfully.',
        payment_intent: structuredClone(intent),
      })
    }
    return invoice
  }
}

/**
 * Switches automatic collection of an invoice on or off. While it is on, the sandbox finalizes a
 * draft and charges an open invoice without a request.
 */
function advanceByItself({ time }: World, invoice: Invoice, isOn: boolean) {
  if (!isOn) {
    stopCollecting(invoice)
    return
  }
  const now = time.seconds()
  invoice.auto_advance = true
  if (invoice.status === 'draft') {
    invoice.automatically_finalizes_at = now + secondsInHour
    invoice.next_payment_attempt = now + secondsInHour
  }
  if (invoice.status === 'open') invoice.next_payment_attempt ??= now
}
