import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { removeDirectory, temporaryDirectory } from './product.ts'

const PIECE = Buffer.alloc(4096)

/** An in-memory disk of this size. Null if this user cannot mount one. */
export function mountSmallDisk(megabytes: number) {
  const directory = temporaryDirectory()
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`]
    execFileSync('mount', [...options, 'tmpfs', directory], { stdio: 'ignore' })
  } catch {
    removeDirectory(directory)
    return null
  }
  const filler = join(directory, 'filler')

  return {
    directory,
    fill() {
      const file = fs.openSync(filler, 'w')
      try {
        for (;;) fs.writeSync(file, PIECE)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        fs.closeSync(file)
      }
    },
    free: () => fs.rmSync(filler),
    unmount() {
      execFileSync('umount', [directory])
      removeDirectory(directory)
    },
  }
}
