import { paymentIntentOf } from '../payment-of-invoice.ts'
import { invalid } from '../refusals.ts'
import type { World } from '../world.ts'
import { page } from './lists.ts'

/** Maximum number of parts in an expanded path such as `data.latest_invoice.payments`. */
const MAX_LEVELS = 4

type Fields = Record<string, unknown>

/** Copies a response, and replaces the ids at `paths` by their objects. */
export function expand(world: World, answer: object, paths: readonly string[]) {
  const copy = structuredClone(answer) as Fields
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > MAX_LEVELS) {
      throw invalid(
        `You cannot expand more than ${MAX_LEVELS} levels of a property. Property: ${path}`,
        {
          code: 'property_expansion_max_depth',
          param: 'expand',
        },
      )
    }
    expandAlong(world, copy, steps, path)
  }
  return copy
}

function expandAlong(world: World, value: unknown, steps: readonly string[], path: string) {
  const [step, ...rest] = steps
  if (step === undefined || value === null || value === undefined) return
  if (Array.isArray(value)) {
    for (const item of value) expandAlong(world, item, steps, path)
    return
  }
  if (!isFields(value)) throw notExpandable(path)
  value[step] = expandField(world, value, step, path)
  expandAlong(world, value[step], rest, path)
}

function expandField(world: World, object: Fields, name: string, path: string) {
  if (object.object === 'invoice' && name === 'confirmation_secret') {
    return confirmationSecret(world, String(object.id))
  }
  if (object.object === 'invoice' && name === 'payments') {
    const invoice = String(object.id)
    const payments = world.ledger.invoicePayments.all().filter((one) => one.invoice === invoice)
    return structuredClone(page(payments, {}, '/v1/invoice_payments'))
  }
  const value = object[name]
  if (typeof value !== 'string') {
    if (value === undefined) throw notExpandable(path)
    return value
  }
  const named = findTable(world, value)
  if (!named) throw notExpandable(path)
  return structuredClone(named.find(value)) ?? value
}

function confirmationSecret(world: World, id: string) {
  const intent = paymentIntentOf(world, id)
  if (!intent || world.ledger.invoices.get(id).status !== 'open') return null
  return { client_secret: intent.client_secret, type: 'payment_intent' }
}

/** The table that contains the object with this id. */
function findTable({ ledger }: World, id: string) {
  switch (id.slice(0, id.indexOf('_'))) {
    case 'cus':
      return ledger.customers
    case 'pm':
      return ledger.paymentMethods
    case 'in':
      return ledger.invoices
    case 'pi':
      return ledger.paymentIntents
    case 'ch':
      return ledger.charges
  }
  return undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function notExpandable(path: string) {
  return invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
}
