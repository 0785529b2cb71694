import fs from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's NODEFS that this file patches. PGlite's types omit these parts. */
interface NodeFsInternals {
  stream_ops: { fsync?: (stream: NodeFsStream) => number }
  realPath: (node: unknown) => string
  getMode: (path: string) => number
}
interface NodeFsStream {
  /** The file descriptor of the host system. Directories have no such descriptor. */
  nfd?: number
  node: unknown
}

const NOT_THERE = { name: 'ErrnoError', errno: 44 }

/**
 * A file system for PGlite whose `fsync` writes the data to disk. PGlite's own `fsync` does
 * nothing, so a power cut can destroy the whole database.
 */
export class DurableFiles extends NodeFS {
  override async init(...[pglite, module]: Parameters<NodeFS['init']>) {
    const files = await super.init(pglite, module)
    const adapt = (started: object) => {
      const nodeFs = (started as { NODEFS: NodeFsInternals }).NODEFS
      nodeFs.stream_ops.fsync = (stream) => {
        syncToDisk(stream.nfd ?? nodeFs.realPath(stream.node))
        return 0
      }
      const { getMode } = nodeFs
      // Use `existsSync`, which creates no error object if a file is missing. Whenever PostgreSQL
      // adds a page to an index, it looks for a free space map, which is missing. Node's error
      // objects for these lookups took a tenth of an import's time.
      nodeFs.getMode = (path) => {
        if (!fs.existsSync(path)) throw NOT_THERE
        return getMode(path)
      }
    }
    files.emscriptenOpts.preRun = [...(files.emscriptenOpts.preRun ?? []), adapt]
    return files
  }
}

/**
 * Start parameters that make each commit wait for the disk. PGlite's default parameter `-F` would
 * turn off this wait.
 */
export const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on'].flatMap((set) => ['-c', set]),
]

/** Syncs a folder and everything in it to disk. */
export function syncTree(directory: string) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncToDisk(path)
  }
  syncToDisk(directory)
}

export function syncToDisk(file: number | string) {
  if (typeof file === 'number') return fs.fsyncSync(file)
  const descriptor = fs.openSync(file, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
