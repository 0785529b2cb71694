import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '#server/errors/operator-error.ts'

/** The build of another app with the same public page as ours. The benchmark compares both apps. */
export interface Peer {
  name: string
  folder: string
}

/** Parses an option such as `NAME=FOLDER`. */
export function readPeer(text: string): Peer {
  const [, name, folder] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (!name || !folder) throw new UsageError(`A peer is given as NAME=FOLDER, and not as ${text}.`)
  if (!existsSync(join(folder, 'index.html'))) {
    throw new UsageError(`There is no built peer in ${folder}: it has no index.html.`)
  }
  return { name, folder }
}
