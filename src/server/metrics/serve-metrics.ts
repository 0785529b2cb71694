import type { ServerResponse } from 'node:http'
import { listen } from '#server/http/listen.ts'
import type { Environment } from '../env.ts'
import type { Metrics } from './metrics.ts'

/** Serves metrics at `/metrics` on a separate port for the operator. */
export function serveMetrics(
  metrics: Metrics,
  place: NonNullable<Environment['metrics']>,
  logError: (error: unknown, source: string) => void,
) {
  return listen((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    send(metrics, response).catch((error) => {
      logError(error, 'metrics')
      response.writeHead(500).end()
    })
  }, place)
}

async function send(metrics: Metrics, response: ServerResponse) {
  const { type, text } = await metrics.read()
  response.writeHead(200, { 'content-type': type }).end(text)
}
