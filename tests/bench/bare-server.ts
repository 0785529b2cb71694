import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A recorded response of our server. */
export interface Answer {
  headers: OutgoingHttpHeaders
  body: Uint8Array
}

/**
 * Serve recorded responses with bare `node:http`. This process receives the responses from its
 * parent process in a message. The key of each response is its path.
 */
process.once('message', (answers: Map<string, Answer>) => {
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
