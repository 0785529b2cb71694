import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Manifest } from 'vite'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** The client as it was built last. */
export const CLIENT = join(ROOT, 'dist/client')
/** What draws its public pages on the server, and the styles of these. */
export const PRERENDER = join(ROOT, 'dist/prerender')
/** The assets of the builds before it, for the tabs that still run them. */
export const EARLIER = join(ROOT, 'dist/earlier')
/** Says what the client was built from. */
const STAMP = join(ROOT, 'dist/client.stamp')
/** Everything a build of the client depends on. */
const SOURCES = [
  'index.html',
  'package-lock.json',
  'public',
  'src/client',
  'src/contract',
  'vite.config.ts',
]
/** How long the assets of a build are kept after another has replaced it; milliseconds. */
const KEPT_FOR = 30 * 24 * 60 * 60_000
/** The pages that the server draws, by the part of their route that is drawn. */
const PRERENDERED = {
  '/free-preview': 'free-preview.tsx?tsr-split=component',
  '/login': 'login.tsx?tsr-split=component',
  '/register': 'register.tsx?tsr-split=component',
  // To visitors, of whom only those are let in who have the link to a listing.
  '/listings': '_signed-in.tsx?tsr-split=notFoundComponent',
}
/** In {@link PRERENDER}: the styles of each. */
export const STYLES = 'styles.json'
/** In {@link PRERENDER}: which files the client's modules became, and what these import. */
export const MANIFEST = 'manifest.json'
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest'])

interface Replacement {
  build: string
  client: string
  earlier: string
  now: Date
}

/** Whether the client that is there was built from the sources as they are now. */
export function isClientBuilt() {
  return (
    fs.existsSync(CLIENT) &&
    fs.existsSync(join(PRERENDER, MANIFEST)) &&
    readStamp() === digestSources()
  )
}

/** Builds the client, beside the one that is there, and then puts it in its place. */
export async function buildClient() {
  const digest = digestSources()
  // Only a build needs it, and it takes its time to load.
  const { build } = await import('vite')
  const unfinished = `${CLIENT}.${process.pid}`
  const prerender = `${PRERENDER}.${process.pid}`
  const options = { root: ROOT, logLevel: 'warn' } as const
  await build({ ...options, build: { outDir: unfinished, manifest: true } })
  await build({
    ...options,
    build: {
      ssr: 'src/client/prerender.tsx',
      outDir: prerender,
      copyPublicDir: false,
      minify: false,
    },
    // In one piece, which is the same whatever it is started by.
    ssr: { noExternal: true },
  })
  fs.copyFileSync(join(unfinished, '.vite/manifest.json'), join(prerender, MANIFEST))
  fs.writeFileSync(join(prerender, STYLES), JSON.stringify(readStyles(unfinished)))
  compressFiles(unfinished)
  replaceBuild({ build: unfinished, client: CLIENT, earlier: EARLIER, now: new Date() })
  fs.rmSync(PRERENDER, { recursive: true, force: true })
  fs.renameSync(prerender, PRERENDER)
  fs.writeFileSync(STAMP, digest)
}

/** Puts beside each text in a folder what is sent of it. */
export function compressFiles(directory: string) {
  for (const file of listFiles(directory)) {
    if (COMPRESSIBLE.has(extname(file))) {
      fs.writeFileSync(`${file}.br`, brotliCompressSync(fs.readFileSync(file)))
    }
  }
}

/** The styles that each of the pages needs that are drawn on the server, as one text. */
function readStyles(build: string): Record<string, string> {
  const manifest: Manifest = JSON.parse(fs.readFileSync(join(build, '.vite/manifest.json'), 'utf8'))
  // For nobody else.
  fs.rmSync(join(build, '.vite'), { recursive: true })
  return Object.fromEntries(
    Object.entries(PRERENDERED).map(([path, part]) => {
      const files = stylesOf(['index.html', `src/client/routes/${part}`], manifest)
      return [path, files.map((file) => fs.readFileSync(join(build, file), 'utf8')).join('')]
    }),
  )
}

/** The style sheets of some modules and of all that they import, each once, the imported first. */
function stylesOf(keys: string[], manifest: Manifest, seen = new Set<string>()): string[] {
  return keys.flatMap((key) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return []
    seen.add(key)
    return [...stylesOf(chunk.imports ?? [], manifest, seen), ...(chunk.css ?? [])]
  })
}

/**
 * Puts `build` in the place of `client`, whose assets `earlier` keeps: a tab that runs them
 * may ask for more of them. What has not been current for long is forgotten.
 */
export function replaceBuild({ build, client, earlier, now }: Replacement) {
  const kept = join(earlier, 'assets')
  fs.mkdirSync(kept, { recursive: true })
  for (const asset of listFiles(join(client, 'assets'))) {
    const copy = join(kept, basename(asset))
    fs.copyFileSync(asset, copy)
    // Says when it was last current.
    fs.utimesSync(copy, now, now)
  }
  for (const asset of listFiles(kept)) {
    if (now.getTime() - fs.statSync(asset).mtimeMs > KEPT_FOR) fs.rmSync(asset)
  }
  // A server that runs is without a page for no longer than this takes.
  const replaced = `${build}.replaced`
  if (fs.existsSync(client)) fs.renameSync(client, replaced)
  fs.renameSync(build, client)
  fs.rmSync(replaced, { recursive: true, force: true })
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
  if (!fs.existsSync(directory)) return []
  const entries = fs.readdirSync(directory, { withFileTypes: true })
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name)
      return entry.isDirectory() ? listFiles(path) : [path]
    })
}
