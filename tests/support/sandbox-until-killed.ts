import fs from 'node:fs'
import Stripe from 'stripe'
import { openSandbox } from '#stripe-sandbox/sandbox.ts'

/**
 * Opens the sandbox of a folder, then makes customers one by one and prints the id of each when it
 * was answered. Until it is killed.
 */
const { settings } = await openSandbox({ directory: process.argv[2] ?? '' })
const { hostname, port } = new URL(settings.apiBase)
const stripe = new Stripe(settings.secretKey, { host: hostname, port, protocol: 'http' })

for (let number = 1; ; number++) {
  const { id } = await stripe.customers.create({ email: `${number}@example.com` })
  // At once, not when the event loop turns: what was answered is known to the reader.
  fs.writeSync(1, `${id}\n`)
}
