import { createHash } from 'node:crypto'
import type { PaymentIntent } from './stripe-objects.ts'
import type { World } from './world.ts'

/** The path under which browsers see the sandbox's invoices. */
const PATH = '/sandbox/invoices/'

/**
 * The URL of the page on which a customer pays an invoice. As at Stripe, anybody with this URL may
 * pay. The URL contains only a hash of the payment's client secret, because the product stores and
 * mails the URL.
 */
export function hostedInvoiceUrl(siteUrl: string, intent: PaymentIntent) {
  return new URL(`${PATH}${intent.id}?key=${keyOf(intent)}`, siteUrl).href
}

function keyOf({ client_secret: secret }: Pick<PaymentIntent, 'client_secret'>) {
  return createHash('sha256')
    .update(secret ?? '')
    .digest('hex')
}

type AnswerBank = (intent: string, fields: Record<string, string>) => Promise<Response> | Response

/**
 * Serves the page on which a customer answers the bank's request to confirm a payment. `answer`
 * receives the customer's choice. Returns null for other URLs.
 */
export async function serveHostedInvoice(request: Request, { ledger }: World, answer: AnswerBank) {
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.startsWith(PATH)) return null
  const id = pathname.slice(PATH.length)
  const find = () =>
    ledger.paymentIntents
      .all()
      .find((one) => one.id === id && keyOf(one) === searchParams.get('key'))
  const invoiceIntent = find()
  if (!invoiceIntent) return htmlOf('There is no such invoice.', 404)
  if (request.method === 'POST') {
    const outcome = new URLSearchParams(await request.text()).get('outcome') === 'pass'
    await answer(id, {
      client_secret: invoiceIntent.client_secret ?? '',
      outcome: outcome ? 'pass' : 'fail',
    })
  }
  const intent = find()
  if (intent?.status === 'succeeded') return htmlOf('Thank you: this invoice is paid.')
  if (intent?.status !== 'requires_action') return htmlOf('There is nothing to confirm here.')
  const amount = `US$${(intent.amount / 100).toFixed(2)}`
  return htmlOf(
    `Your bank asks: is this payment of ${amount} to Engawa yours?`,
    200,
    `<form method="post">
      <button name="outcome" value="pass">Confirm payment</button>
      <button name="outcome" value="fail">Refuse</button>
    </form>`,
  )
}

function htmlOf(sentence: string, status = 200, form = '') {
  const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Sandbox invoice</title>
  <body>
    <main>
      <h1>Sandbox: no card is charged</h1>
      <p>${sentence}</p>
      ${form}
      <p><a href="/subscription/manage">Back to your subscription</a></p>
    </main>
  </body>
</html>`
  return new Response(page, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}
