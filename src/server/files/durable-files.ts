import fs from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's file system over Node's that are changed here; PGlite's types leave them out. */
interface HostFiles {
  stream_ops: { fsync?: (stream: HostStream) => number }
  realPath: (node: unknown) => string
  getMode: (path: string) => number
}
interface HostStream {
  /** The host's file descriptor; directories have none. */
  nfd?: number
  node: unknown
}

/** How Emscripten says that a file is not there. */
const NOT_THERE = { name: 'ErrnoError', errno: 44 }

/**
 * Files of the host whose `fsync` reaches the disk. PGlite's own answers "done" without doing
 * anything, and a power cut then takes the whole database along.
 */
export class DurableFiles extends NodeFS {
  override async init(...[pglite, module]: Parameters<NodeFS['init']>) {
    const files = await super.init(pglite, module)
    const adapt = (started: object) => {
      const host = (started as { NODEFS: HostFiles }).NODEFS
      host.stream_ops.fsync = (stream) => {
        syncToDisk(stream.nfd ?? host.realPath(stream.node))
        return 0
      }
      const { getMode } = host
      // PostgreSQL looks for a map of free space at every page that it adds, and indexes have none:
      // the errors that Node makes for that took a tenth of an import.
      host.getMode = (path) => {
        if (!fs.existsSync(path)) throw NOT_THERE
        return getMode(path)
      }
    }
    files.emscriptenOpts.preRun = [...(files.emscriptenOpts.preRun ?? []), adapt]
    return files
  }
}

/** How PostgreSQL is started to wait for the disk at each commit; `-F` would switch that off. */
export const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on'].flatMap((set) => ['-c', set]),
]

/** Writes a folder and everything below it through to the disk. */
export function syncTree(directory: string) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncToDisk(path)
  }
  syncToDisk(directory)
}

/** Writes a file, or the names in a folder, through to the disk. */
export function syncToDisk(file: number | string) {
  if (typeof file === 'number') return fs.fsyncSync(file)
  const descriptor = fs.openSync(file, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
