import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '#server/errors/operator-error.ts'

/** What a process that wants a data folder says about itself. */
interface Claim {
  /** The number of the folder's inode: in a copy of the folder, the claim means nothing. */
  folder: number
  pid: number
  /** Tells the process from a later one with the same id; null where the system does not say. */
  startedAt: string | null
  /** The folder of the socket at which the process answers, under PostgreSQL's name for it. */
  socketFolder: string
}

/** The port that is part of a socket's name. */
export const SOCKET_PORT = 5432
/** Systems differ; the shortest limit on the path of a socket is 104 bytes. */
const MAX_SOCKET_PATH = 100
/** Two processes that start together both step back and try again. */
const TRIES = 6

export class FolderInUse extends OperatorError {
  constructor(
    directory: string,
    readonly holder: Claim,
  ) {
    super(
      `The data folder ${directory} is in use by another Engawa (process ${holder.pid}). ` +
        'Stop it first, or set DATA_DIR to another folder.',
    )
  }
}

/**
 * Takes a data folder for this process. First it puts its claim and its socket there, then it
 * looks for others: of two processes, the one that looks last sees the other, whatever happens in
 * between. No claim is ever overwritten, and only a dead process's is removed.
 */
export async function lockFolder(directory: string) {
  const claims = join(resolve(directory), 'lock')
  fs.mkdirSync(claims, { recursive: true, mode: 0o700 })
  for (let tries = 1; ; tries++) {
    const own = await claimFolder(claims)
    const holder = await findHolder(claims, own.name)
    if (!holder) return own
    await own.release()
    if (tries === TRIES) throw new FolderInUse(directory, holder)
    await wait(Math.random() * 40 * tries)
  }
}

async function claimFolder(claims: string) {
  const name = `${process.pid}-${randomUUID().slice(0, 8)}`
  const socketFolder = makeSocketFolder(join(claims, name))
  const file = join(claims, `${name}.json`)
  const folder = fs.statSync(claims).ino
  writeAtOnce(file, { folder, pid: process.pid, startedAt: startOf(process.pid), socketFolder })

  const waiting = new Set<net.Socket>()
  const server = net.createServer((socket) => waiting.add(socket))
  server.listen(socketPath(socketFolder))
  await once(server, 'listening')
  fs.chmodSync(socketPath(socketFolder), 0o600)

  return {
    name,
    /** Gives whoever connects to the folder's socket, or waits there already, to `serve`. */
    serveWith(serve: (socket: net.Socket) => void) {
      server.removeAllListeners('connection').on('connection', serve)
      for (const socket of waiting) serve(socket)
      waiting.clear()
    },
    async release() {
      fs.rmSync(file, { force: true })
      for (const socket of waiting) socket.destroy()
      await new Promise((closed) => server.close(closed))
      fs.rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

function makeSocketFolder(preferred: string) {
  if (Buffer.byteLength(socketPath(preferred)) > MAX_SOCKET_PATH) {
    return fs.mkdtempSync(join(tmpdir(), 'engawa-'))
  }
  fs.mkdirSync(preferred, { mode: 0o700 })
  return preferred
}

function socketPath(folder: string) {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}`)
}

function writeAtOnce(file: string, claim: Claim) {
  const unfinished = file.replace(/json$/, 'new')
  fs.writeFileSync(unfinished, JSON.stringify(claim), { mode: 0o600 })
  fs.renameSync(unfinished, file)
}

/** The claim of another process that is alive; those of dead ones are cleared away. */
async function findHolder(claims: string, ownName: string) {
  const folder = fs.statSync(claims).ino
  for (const entry of fs.readdirSync(claims)) {
    if (!entry.endsWith('.json') || entry === `${ownName}.json`) continue
    const file = join(claims, entry)
    const claim = readClaim(file)
    if (claim?.folder === folder) {
      if (await isAlive(claim)) return claim
      fs.rmSync(claim.socketFolder, { recursive: true, force: true })
    }
    fs.rmSync(file, { force: true })
  }
  return null
}

/** Null when the claim was released since the folder was listed, or emptied by a power cut. */
function readClaim(file: string) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Claim
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** A process may be out of sight, in another container, and still answer at its socket. */
async function isAlive({ pid, startedAt, socketFolder }: Claim) {
  if (startedAt !== null && startOf(pid) === startedAt) return true
  return answers(socketPath(socketFolder))
}

/** When a running process started: in which run of the machine, and at which tick of its clock. */
function startOf(pid: number) {
  try {
    const run = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // After the name, which may contain anything: the state, and 19 fields on, the start.
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return fields?.[0] === 'Z' ? null : `${run} ${fields?.[19]}`
  } catch {
    return null
  }
}

function answers(path: string) {
  return new Promise<boolean>((resolve) => {
    const socket = net.connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    // Anything but these two is somebody who is busy, or not to be talked to by this user.
    socket.on('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))))
  })
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
