import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer as the product has given it. */
export interface Answer {
  headers: OutgoingHttpHeaders
  body: Uint8Array
}

/** Nothing but `node:http`: answers each path that it is told of with the bytes that it is told. */
process.once('message', (answers: Map<string, Answer>) => {
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
