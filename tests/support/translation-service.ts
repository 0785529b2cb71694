import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Respond = (response: ServerResponse) => void

export const translated = (english: string): Respond => {
  return (response) => response.end(JSON.stringify({ translatedText: english }))
}

/** Starts a stub of a LibreTranslate server. */
export async function startTranslationService() {
  const requests: { path: string | undefined; body: unknown }[] = []
  let respond = translated('It is a five-minute walk to the sea.')
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url, body: await json(request) })
    respond(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The service has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    respondWith(next: Respond) {
      respond = next
    },
  }
}
