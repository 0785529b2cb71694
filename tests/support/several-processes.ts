import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { StripeSettings } from '#server/payments/settings.ts'
import { spawnServer } from './server-process.ts'

interface Shared {
  databaseUrl: string
  /** The folder of pictures and uploaded files. */
  dataDirectory: string
  stripe: StripeSettings
  variables?: Record<string, string>
}

export type Processes = Awaited<ReturnType<typeof startProcesses>>

/** Starts several servers at the same time. They share everything except their ports. */
export async function startProcesses(count: number, shared: Shared) {
  const ports = await freePorts(count)
  const running = new Map<number, ReturnType<typeof spawnServer>>()

  async function start(port: number) {
    const server = spawnServer({ ...variablesOf(shared), PORT: String(port) })
    running.set(port, server)
    await server.started()
  }

  async function end(port: number, signal: NodeJS.Signals) {
    running.get(port)?.signal(signal)
    return running.get(port)?.exited
  }

  await Promise.all(ports.map(start))
  return {
    ports,
    start,
    end,
    /** Stops a server and starts it again after it has exited. Returns its exit code. */
    async restart(port: number) {
      const exited = await end(port, 'SIGTERM')
      await start(port)
      return exited?.code
    },
    async stop() {
      await Promise.all(ports.map((port) => end(port, 'SIGKILL')))
    },
  }
}

function variablesOf({ databaseUrl, dataDirectory, stripe, variables }: Shared) {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDirectory,
    SAMPLE_DATA: 'off',
    AVIF_COPIES: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.join(','),
    STRIPE_PRICE_ID: stripe.priceId,
    STRIPE_API_BASE: stripe.apiBase ?? '',
    // A stopping server must drain longer than the load balancer keeps idle connections. Otherwise,
    // the balancer could send a request on a closed connection.
    DRAIN_SECONDS: '1.5',
    ...variables,
  }
}

/** Finds free ports. Keeps all of them open at the same time, so that no two are the same. */
async function freePorts(count: number) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
