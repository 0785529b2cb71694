import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#server/root.ts'
import { buildClient } from './client-build.ts'
import { listFiles } from './list-files.ts'
import { buildServer } from './server-build.ts'
import { recordCommit } from './version.ts'

export type Part = keyof typeof PARTS

/** The parts of the app that are built, with the files and folders on which each part depends. */
const PARTS = {
  client: {
    build: buildClient,
    sources: [
      'index.html',
      'package-lock.json',
      'manifest.webmanifest',
      'public',
      'src/client',
      'src/contract',
      'src/server/build/client-build.ts',
      'src/server/pages/page-slots.ts',
      'src/server/places/outlines.ts',
      'vite.config.ts',
    ],
  },
  server: {
    build: buildServer,
    sources: ['package-lock.json', 'src/contract', 'src/server', 'src/stripe-sandbox'],
  },
}

export function isBuilt(part: Part) {
  return fs.existsSync(stampOf(part)) && fs.readFileSync(stampOf(part), 'utf8') === digestOf(part)
}

/** Builds a part, unless it was built from the current sources. Records the commit. */
export async function build(part: Part) {
  recordCommit(ROOT)
  if (isBuilt(part)) return
  const digest = digestOf(part)
  fs.rmSync(stampOf(part), { force: true })
  await PARTS[part].build()
  fs.writeFileSync(stampOf(part), digest)
}

/** The file with the digest of the sources from which a part was built. */
function stampOf(part: Part) {
  return join(ROOT, `dist/${part}.stamp`)
}

function digestOf(part: Part) {
  const hash = createHash('sha256')
  for (const source of PARTS[part].sources) {
    const path = join(ROOT, source)
    if (!fs.existsSync(path)) continue
    for (const file of fs.statSync(path).isDirectory() ? listFiles(path) : [path]) {
      // Skip generated files, because the build itself changes them.
      if (file.endsWith('.gen.ts')) continue
      hash
        .update(`${file.slice(ROOT.length)}\0`)
        .update(fs.readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}
