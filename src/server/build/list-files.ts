import fs from 'node:fs'
import { join } from 'node:path'

/** The paths of all files in a folder and its subfolders, sorted. Empty if there is no such folder. */
export function listFiles(directory: string): string[] {
  if (!fs.existsSync(directory)) return []
  const entries = fs.readdirSync(directory, { withFileTypes: true })
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name)
      return entry.isDirectory() ? listFiles(path) : [path]
    })
}
