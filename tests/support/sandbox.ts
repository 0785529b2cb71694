import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { type Exchange, openFaultySandbox } from './faulty-sandbox.ts'

type SandboxOptions = Parameters<typeof openFaultySandbox>[0]

/** Opens a sandbox and its clients in tests: Stripe's SDK, a browser and a webhook endpoint. */
export async function testSandbox(options: SandboxOptions = {}) {
  const exchanges: Exchange[] = []
  const sandbox = await openFaultySandbox({
    webhookBackoff: [5, 20, 80],
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  })
  onTestFinished(() => sandbox.close())
  const { secretKey, publishableKey, apiBase, priceId } = sandbox.settings
  const stripe = sdk(secretKey, apiBase)

  async function customer(fields: Stripe.CustomerCreateParams = {}) {
    return stripe.customers.create({ email: 'ana@example.com', name: 'Ana', ...fields })
  }

  async function latestInvoice(subscription: string) {
    const { latest_invoice } = await stripe.subscriptions.retrieve(subscription, {
      expand: ['latest_invoice.payments'],
    })
    if (typeof latest_invoice !== 'object' || !latest_invoice) throw new Error('No invoice')
    return latest_invoice
  }

  return {
    sandbox,
    exchanges,
    stripe,
    /** Stripe's SDK with another key. */
    withKey: (key: string) => sdk(key, apiBase),
    customer,
    /** Adds a customer with a subscription paid by card. */
    async subscriber(card = 'pm_card_visa', fields: Stripe.CustomerCreateParams = {}) {
      const { id } = await customer(fields)
      const method = await stripe.paymentMethods.attach(card, { customer: id })
      const subscription = await stripe.subscriptions.create({
        customer: id,
        items: [{ price: priceId }],
        default_payment_method: method.id,
      })
      return { customer: id, method, subscription }
    },
    /** Advances the clock by a number of milliseconds. */
    advanceClock: (time: number) => sandbox.advance(new Date(sandbox.now().getTime() + time)),
    latestInvoice,
    /** The payment of a subscription's latest invoice. */
    async latestIntent(subscription: string) {
      const { payments } = await latestInvoice(subscription)
      return stripe.paymentIntents.retrieve(String(payments?.data[0]?.payment.payment_intent))
    },
    /** Sends a request as a page does, with the publishable key. */
    async sendFromPage(method: 'GET' | 'POST', path: string, fields: Record<string, string> = {}) {
      const form = new URLSearchParams(fields)
      const isPost = method === 'POST'
      const address = `https://engawa.example/sandbox${path}${isPost ? '' : `?${form}`}`
      const response = await sandbox.fetch(
        new Request(address, {
          method,
          headers: { authorization: `Bearer ${publishableKey}` },
          ...(isPost && { body: form }),
        }),
      )
      return { status: response.status, body: await response.json() }
    },
  }
}

function sdk(key: string, apiBase: string) {
  const { hostname, port } = new URL(apiBase)
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** A webhook endpoint that records what it receives, and its own responses. */
export async function openWebhookEndpoint(answer: () => number = () => 200) {
  const received: { body: string; signature: string; status: number }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const signature = String(request.headers['stripe-signature'])
    const status = answer()
    received.push({ body: Buffer.concat(chunks).toString(), signature, status })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, received }
}

/** The SDK's error for a refused call: status, class and code. */
export async function stripeErrorOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Stripe.errors.StripeError)) return error
  return { status: error.statusCode, type: error.type, code: error.code }
}
