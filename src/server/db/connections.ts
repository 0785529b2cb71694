import { type Duplex, duplexPair } from 'node:stream'
import type { Session } from './embedded.ts'
import { fatal, isIdle, query, readRequests, readsFromClient } from './wire.ts'

/** How long a transaction may be idle. Meanwhile it blocks all other connections. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
const IDLE_TOO_LONG = fatal('25P03', 'The connection was idle in a transaction for too long')
const SHUTTING_DOWN = fatal('57P01', 'Engawa is shutting down')
const NO_COPY = fatal('0A000', 'The embedded database cannot COPY FROM STDIN')

/**
 * Shares the embedded database's only session among any number of connections. A connection holds
 * it from its first message until it is outside a transaction.
 */
export function connectionsTo({ takeTurn, execute }: Session) {
  const open = new Map<Duplex, Promise<void>>()

  async function answerRequests(stream: Duplex) {
    let endTurn: (() => void) | undefined
    let idleTimer: NodeJS.Timeout | undefined
    let used = false
    try {
      for await (const request of readRequests(stream)) {
        clearTimeout(idleTimer)
        if (readsFromClient(request)) return void stream.write(NO_COPY)
        endTurn ??= await takeTurn()
        used = true
        const answer = await execute(request)
        if (isIdle(answer)) {
          endTurn()
          endTurn = undefined
        } else {
          idleTimer = setTimeout(
            () => dismiss(stream, IDLE_TOO_LONG),
            IDLE_IN_TRANSACTION_TIMEOUT_MS,
          )
        }
        stream.write(answer)
      }
    } finally {
      clearTimeout(idleTimer)
      if (used) {
        endTurn ??= await takeTurn()
        await forget(execute).finally(endTurn)
      }
    }
  }

  /** Serves a client until it disconnects or the database stops. */
  function serve(stream: Duplex) {
    // The client notices the loss itself. Without a listener, Node would exit.
    stream.on('error', () => {})
    const served = answerRequests(stream)
      .then(
        () => stream.end(),
        (error) => stream.destroy(error),
      )
      .then(() => {
        open.delete(stream)
      })
    open.set(stream, served)
  }

  /** A stream for `pg`, which expects a socket. */
  function connect() {
    const [client, server] = duplexPair()
    // Unlike sockets, the two streams do not pass errors and closes on to each other.
    server.on('error', (error) => client.destroy(error))
    client.on('close', () => server.destroy())
    client.on('end', () => client.destroy())
    serve(server)
    return asSocket(client)
  }

  /** Disconnects all clients. Their uncommitted changes are rolled back. */
  function dismissAll() {
    for (const stream of open.keys()) dismiss(stream, SHUTTING_DOWN)
    return ended()
  }

  /** Waits until all clients are gone. */
  async function ended() {
    await Promise.all(open.values())
  }

  return { serve, connect, dismissAll, ended }
}

/** Resets the session, so that no state of one connection reaches the next. */
async function forget(execute: Session['execute']) {
  await execute(query('rollback'))
  await execute(query('discard all'))
}

function dismiss(stream: Duplex, reason: Buffer) {
  stream.end(reason, () => stream.destroy())
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
