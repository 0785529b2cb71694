import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '#server/errors/operator-error.ts'

/**
 * A process writes this claim as a JSON file into a data folder, so that no other process uses the
 * folder at the same time.
 */
interface Claim {
  /**
   * The inode of the folder that contains the claim files. A copy of the data folder has another
   * inode, so a server that starts with the copy ignores the copied claim files.
   */
  folder: number
  pid: number
  /**
   * When the process started. This time distinguishes the process from a later process with the
   * same pid. Null if the start time is unknown.
   */
  startedAt: string | null
  /** The folder of the process's socket. The socket's file has the name that PostgreSQL expects. */
  socketFolder: string
}

/** The port number in a PostgreSQL socket's file name. */
export const SOCKET_PORT = 5432
/**
 * The maximum length of a socket path in bytes. The shortest limit among operating systems is 104.
 */
const MAX_SOCKET_PATH = 100
/**
 * How many times to try to lock the folder. If two processes start together, each may see the claim
 * file of the other. Then both delete their files and try again.
 */
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
 * Locks a data folder for this process. A process first writes its own claim file and opens its
 * socket, and then looks for other claim files. So at least the later of two processes sees the
 * file of the other. Only the claim files of dead processes are removed, and no claim file is
 * overwritten.
 * @throws {FolderInUse} if another process holds the folder.
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

/** Finds the claim file of another live process. Removes the claim files of dead processes. */
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

/**
 * Reads the claim file of a process. Null if the process has removed the file since the folder was
 * listed, or if a power cut left the file empty.
 */
function readClaim(file: string) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Claim
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Whether the process that wrote a claim file still runs. The pid of a process in another container
 * is not visible here, but that process answers at its socket.
 */
async function isAlive({ pid, startedAt, socketFolder }: Claim) {
  if (startedAt !== null && startOf(pid) === startedAt) return true
  return answers(socketPath(socketFolder))
}

/**
 * The boot id and start tick of a process. Null if the process does not run, or if the system has
 * no `/proc`.
 */
function startOf(pid: number) {
  try {
    const run = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // In `/proc/PID/stat`, the process name may contain spaces, so split only the fields after the
    // name. Of these fields, the state is the first and the start time the 20th.
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
    // Only a refused connection or a missing socket shows that the process is dead. After any other
    // error, treat the process as alive, because it may be busy or belong to another user.
    socket.on('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))))
  })
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
