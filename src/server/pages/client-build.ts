import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Manifest } from 'vite'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** The latest build of the client. */
export const CLIENT = join(ROOT, 'dist/client')
/** The prerenderer for public pages, and the pages' styles. */
export const PRERENDER = join(ROOT, 'dist/prerender')
/** The assets of earlier builds, for tabs that still run them. */
export const EARLIER = join(ROOT, 'dist/earlier')
/** Stores the digest of the sources that the client was built from. */
const STAMP = join(ROOT, 'dist/client.stamp')
/** Everything that a build of the client depends on. */
const SOURCES = [
  'index.html',
  'package-lock.json',
  'manifest.webmanifest',
  'public',
  'src/client',
  'src/contract',
  'vite.config.ts',
]
/** How long assets are kept after a newer build replaced theirs, in milliseconds. */
const KEPT_FOR = 30 * 24 * 60 * 60_000
/** The pages that the server prerenders, with the part of their route that it renders. */
const PRERENDERED = {
  '/free-preview': 'free-preview.tsx?tsr-split=component',
  '/login': 'login.tsx?tsr-split=component',
  '/register': 'register.tsx?tsr-split=component',
  // For visitors who are not signed in. Only those with a shared link see a listing.
  '/listings': '_signed-in.tsx?tsr-split=notFoundComponent',
}
/** In {@link PRERENDER}: the styles of each prerendered page. */
export const STYLES = 'styles.json'
/** In {@link PRERENDER}: the output file of each client module, and its imports. */
export const MANIFEST = 'manifest.json'
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest'])

interface Replacement {
  build: string
  client: string
  earlier: string
  now: Date
}

/** Whether the existing client was built from the current sources. */
export function isClientBuilt() {
  return (
    fs.existsSync(CLIENT) &&
    fs.existsSync(join(PRERENDER, MANIFEST)) &&
    readStamp() === digestSources()
  )
}

/** Builds the client in a separate folder, then swaps it in. */
export async function buildClient() {
  const digest = digestSources()
  // Imported only here, because it loads slowly and only builds need it.
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
      // Modules are not grouped as for browsers. A group could contain a module that needs
      // `document`, and no page that imports the group could be rendered.
      rolldownOptions: { output: { codeSplitting: true } },
    },
    // Bundles the dependencies, so that the output does not depend on how it is started.
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

/** Writes a Brotli copy beside each text file of a folder. */
export function compressFiles(directory: string) {
  for (const file of listFiles(directory)) {
    if (COMPRESSIBLE.has(extname(file))) {
      fs.writeFileSync(`${file}.br`, brotliCompressSync(fs.readFileSync(file)))
    }
  }
}

/** The styles of each prerendered page, as one text. */
function readStyles(build: string): Record<string, string> {
  const manifest: Manifest = JSON.parse(fs.readFileSync(join(build, '.vite/manifest.json'), 'utf8'))
  // The manifest must not be served to browsers.
  fs.rmSync(join(build, '.vite'), { recursive: true })
  return Object.fromEntries(
    Object.entries(PRERENDERED).map(([path, part]) => {
      const files = stylesOf(['index.html', `src/client/routes/${part}`], manifest)
      return [path, files.map((file) => fs.readFileSync(join(build, file), 'utf8')).join('')]
    }),
  )
}

/**
 * The style sheets of some modules and all their imports. Imported ones come first, without
 * duplicates.
 */
function stylesOf(keys: string[], manifest: Manifest, seen = new Set<string>()): string[] {
  return keys.flatMap((key) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return []
    seen.add(key)
    return [...stylesOf(chunk.imports ?? [], manifest, seen), ...(chunk.css ?? [])]
  })
}

/**
 * Replaces the folder `client` with `build`. Tabs that run the old client may still request its
 * assets, so `earlier` keeps them until they expire.
 */
export function replaceBuild({ build, client, earlier, now }: Replacement) {
  const kept = join(earlier, 'assets')
  fs.mkdirSync(kept, { recursive: true })
  for (const asset of listFiles(join(client, 'assets'))) {
    const copy = join(kept, basename(asset))
    fs.copyFileSync(asset, copy)
    // The mtime records when the asset was last in the current build. It expires `KEPT_FOR` later.
    fs.utimesSync(copy, now, now)
  }
  for (const asset of listFiles(kept)) {
    if (now.getTime() - fs.statSync(asset).mtimeMs > KEPT_FOR) fs.rmSync(asset)
  }
  // A running server has no client between the two renames only.
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
      // Generated by the build itself.
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
