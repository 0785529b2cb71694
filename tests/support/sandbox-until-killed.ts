import fs from 'node:fs'
import Stripe from 'stripe'
import { openSandbox } from '#stripe-sandbox/sandbox.ts'

/**
 * Opens the sandbox of a folder, then creates customers until it is killed. Prints the id of each
 * customer after the sandbox has responded.
 */
const { settings } = await openSandbox({ directory: process.argv[2] ?? '' })
const { hostname, port } = new URL(settings.apiBase)
const stripe = new Stripe(settings.secretKey, { host: hostname, port, protocol: 'http' })

for (let number = 1; ; number++) {
  const { id } = await stripe.customers.create({ email: `${number}@example.com` })
  // The line is written synchronously. A buffered line could be lost when the process is killed.
  fs.writeSync(1, `${id}\n`)
}
