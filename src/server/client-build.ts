import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CLIENT = join(ROOT, 'dist/client')
/** Says what the client was built from. */
const STAMP = join(ROOT, 'dist/client.stamp')
/** Everything a build of the client depends on. */
const SOURCES = [
  'index.html',
  'manifest.webmanifest',
  'package-lock.json',
  'public',
  'src/client',
  'src/contract',
  'vite.config.ts',
]
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest'])

/** Whether the client that is there was built from the sources as they are now. */
export function isClientBuilt() {
  return fs.existsSync(CLIENT) && readStamp() === digestSources()
}

/** Builds the client, beside the one that is there, and then puts it in its place. */
export async function buildClient() {
  const digest = digestSources()
  // Only a build needs it, and it takes its time to load.
  const { build } = await import('vite')
  const unfinished = `${CLIENT}.${process.pid}`
  await build({ root: ROOT, logLevel: 'warn', build: { outDir: unfinished } })
  for (const file of listFiles(unfinished)) {
    if (COMPRESSIBLE.has(extname(file))) {
      fs.writeFileSync(`${file}.br`, brotliCompressSync(fs.readFileSync(file)))
    }
  }
  fs.rmSync(CLIENT, { recursive: true, force: true })
  fs.renameSync(unfinished, CLIENT)
  fs.writeFileSync(STAMP, digest)
}

function digestSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = join(ROOT, source)
    if (!fs.existsSync(path)) continue
    for (const file of fs.statSync(path).isDirectory() ? listFiles(path) : [path]) {
      // What a build writes itself says nothing new.
      if (file.endsWith('.gen.ts')) continue
      hash
        .update(`${file.slice(ROOT.length)}\0`)
        .update(fs.readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function readStamp() {
  return fs.existsSync(STAMP) ? fs.readFileSync(STAMP, 'utf8') : null
}

function listFiles(directory: string): string[] {
  const entries = fs.readdirSync(directory, { withFileTypes: true })
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name)
      return entry.isDirectory() ? listFiles(path) : [path]
    })
}
