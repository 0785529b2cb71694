import { type Duplex, duplexPair } from 'node:stream'
import type { Session } from './embedded.ts'
import { fatal, isIdle, query, readRequests, readsFromClient } from './wire.ts'

/**
 * How long a transaction may be idle. Until the transaction ends, all other connections wait,
 * because all connections share one session.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
const IDLE_TOO_LONG = fatal('25P03', 'The connection was idle in a transaction for too long')
const SHUTTING_DOWN = fatal('57P01', 'Engawa is shutting down')
const NO_COPY = fatal('0A000', 'The embedded database cannot COPY FROM STDIN')

/**
 * Shares the only session of the embedded database among any number of connections. A connection
 * holds the session from its first message until its transaction, if any, has ended.
 */
export function connectionsTo({ acquire, execute }: Session) {
  const open = new Map<Duplex, Promise<void>>()

  async function answerRequests(stream: Duplex) {
    let release: (() => void) | undefined
    let idleTimer: NodeJS.Timeout | undefined
    let used = false
    try {
      for await (const request of readRequests(stream)) {
        clearTimeout(idleTimer)
        if (readsFromClient(request)) return void stream.write(NO_COPY)
        release ??= await acquire()
        used = true
        const answer = await execute(request)
        if (isIdle(answer)) {
          release()
          release = undefined
        } else {
          idleTimer = setTimeout(
            () => disconnect(stream, IDLE_TOO_LONG),
            IDLE_IN_TRANSACTION_TIMEOUT_MS,
          )
        }
        stream.write(answer)
      }
    } finally {
      clearTimeout(idleTimer)
      if (used) {
        release ??= await acquire()
        await resetSession(execute).finally(release)
      }
    }
  }

  /** Serves a client until it disconnects or the database stops. */
  function serve(stream: Duplex) {
    // Ignore the error, because the client notices a lost connection itself. Without an error
    // listener, the error would end the Node process.
    stream.on('error', () => {})
    const session = answerRequests(stream)
      .then(
        () => stream.end(),
        (error) => stream.destroy(error),
      )
      .then(() => {
        open.delete(stream)
      })
    open.set(stream, session)
  }

  /**
   * Connects `pg` to the embedded database. Returns a stream in the form of a socket, because `pg`
   * expects a socket.
   */
  function connect() {
    const [client, server] = duplexPair()
    // If one stream fails or ends, end the other stream too. Sockets would do this automatically.
    server.on('error', (error) => client.destroy(error))
    client.on('close', () => server.destroy())
    client.on('end', () => client.destroy())
    serve(server)
    return asSocket(client)
  }

  /** Disconnects all clients. Their uncommitted changes are rolled back. */
  function disconnectAll() {
    for (const stream of open.keys()) disconnect(stream, SHUTTING_DOWN)
    return ended()
  }

  /** Waits until all clients have disconnected. */
  async function ended() {
    await Promise.all(open.values())
  }

  return { serve, connect, disconnectAll, ended }
}

/** Resets the database session, so that the settings of one connection do not affect the next. */
async function resetSession(execute: Session['execute']) {
  await execute(query('rollback'))
  await execute(query('discard all'))
}

function disconnect(stream: Duplex, reason: Buffer) {
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
