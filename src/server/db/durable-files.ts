import fs from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's file system over Node's that `fsync` needs; PGlite's types leave them out. */
interface HostFiles {
  stream_ops: { fsync?: (stream: HostStream) => number }
  realPath: (node: unknown) => string
}
interface HostStream {
  /** The host's file descriptor; directories have none. */
  nfd?: number
  node: unknown
}

/**
 * Files of the host whose `fsync` reaches the disk. PGlite's own answers "done" without doing
 * anything, and a power cut then takes the whole database along.
 */
export class DurableFiles extends NodeFS {
  override async init(...[pglite, module]: Parameters<NodeFS['init']>) {
    const files = await super.init(pglite, module)
    const passFsyncOn = (started: object) => {
      const host = (started as { NODEFS: HostFiles }).NODEFS
      host.stream_ops.fsync = (stream) => {
        syncToDisk(stream.nfd ?? host.realPath(stream.node))
        return 0
      }
    }
    files.emscriptenOpts.preRun = [...(files.emscriptenOpts.preRun ?? []), passFsyncOn]
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
