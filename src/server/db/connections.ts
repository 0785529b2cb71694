import { type Duplex, duplexPair } from 'node:stream'
import type { Embedded } from './embedded.ts'
import { fatal, isIdle, query, readRequests } from './wire.ts'

/** How long a connection may sit idle inside a transaction, in milliseconds: it holds up all others. */
const IDLE_IN_TRANSACTION_LIMIT = 30_000

/**
 * Lets any number of connections share the single session of the embedded database. Each has it
 * to itself from its first message until it is outside a transaction again.
 */
export function connectionsTo(embedded: Pick<Embedded, 'execute'>) {
  const takeTurn = turns()
  const open = new Set<Promise<void>>()

  async function answerRequests(stream: Duplex) {
    let endTurn: (() => void) | undefined
    let idleTimer: NodeJS.Timeout | undefined
    try {
      for await (const request of readRequests(stream)) {
        clearTimeout(idleTimer)
        endTurn ??= await takeTurn()
        const answer = await embedded.execute(request)
        if (isIdle(answer)) {
          endTurn()
          endTurn = undefined
        } else {
          idleTimer = setTimeout(() => refuseToWait(stream), IDLE_IN_TRANSACTION_LIMIT)
        }
        stream.write(answer)
      }
    } finally {
      clearTimeout(idleTimer)
      endTurn ??= await takeTurn()
      await forget(embedded).finally(endTurn)
    }
  }

  /** Serves a client until it leaves, breaks off or the database is gone. */
  function serve(stream: Duplex) {
    const served = answerRequests(stream).then(
      () => stream.end(),
      (error) => stream.destroy(error),
    )
    open.add(served)
    served.finally(() => open.delete(served))
  }

  /** A stream for `pg`, which expects a socket. */
  function connect() {
    const [client, server] = duplexPair()
    // What happens to one side of a socket is felt on the other; of a pair, nothing is.
    server.on('error', (error) => client.destroy(error))
    client.on('close', () => server.destroy())
    client.on('end', () => client.destroy())
    serve(server)
    return asSocket(client)
  }

  return { serve, connect, ended: () => Promise.all(open) }
}

/** Makes the session as new, so that nothing of one connection reaches the next. */
async function forget({ execute }: Pick<Embedded, 'execute'>) {
  await execute(query('rollback'))
  await execute(query('discard all'))
}

function refuseToWait(stream: Duplex) {
  stream.end(fatal('25P03', 'The connection was idle in a transaction for too long'))
  stream.destroy()
}

/** A queue: resolves with the function that ends the turn, when all earlier turns have ended. */
function turns() {
  let last = Promise.resolve()
  return async function takeTurn() {
    const before = last
    let endTurn = () => {}
    last = new Promise((resolve) => {
      endTurn = resolve
    })
    await before
    return endTurn
  }
}

function asSocket(stream: Duplex) {
  const itself = () => stream
  return Object.assign(stream, {
    connect() {
      process.nextTick(() => stream.emit('connect'))
      return stream
    },
    setNoDelay: itself,
    setKeepAlive: itself,
    ref: itself,
    unref: itself,
  })
}
