import fs from 'node:fs'
import { basename, extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { ROOT } from '#server/root.ts'
import { listFiles } from './list-files.ts'

/** The folder of the latest client build. */
export const CLIENT = join(ROOT, 'dist/client')
/** The folder of the prerenderer for public pages, and of the pages' styles. */
export const PRERENDER = join(ROOT, 'dist/prerender')
/** The folder of assets from earlier builds, for tabs that still run an earlier build. */
export const EARLIER = join(ROOT, 'dist/earlier')
/** How long the assets of an earlier build are kept after a newer build has replaced it. */
const EARLIER_ASSETS_MAX_AGE_MS = 30 * 24 * 60 * 60_000
/**
 * The paths of the prerendered pages. Each value names the module in `src/client/routes` that
 * contains the page's component.
 */
export const PRERENDERED = {
  '/buying': 'buying.tsx?tsr-split=component',
  '/free-preview': 'free-preview.tsx?tsr-split=component',
  '/login': 'login.tsx?tsr-split=component',
  '/register': 'register.tsx?tsr-split=component',
  // Visitors who are not signed in see this page when they open a link to a house.
  '/listings': '_signed-in.tsx?tsr-split=notFoundComponent',
}
/** The file in {@link PRERENDER} with the styles of each prerendered page. */
export const STYLES = 'styles.json'
/**
 * The file in {@link PRERENDER} that lists, for each client module, its output file and its
 * imports.
 */
export const MANIFEST = 'manifest.json'
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest'])

interface Replacement {
  build: string
  client: string
  earlier: string
  now: Date
}

/** Builds the client in a separate folder, then swaps it in. */
export async function buildClient() {
  // Import Vite here and not at the top of the file, because Vite loads slowly and only builds need
  // it.
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
      // Do not group modules, although the browser build does. A group can contain a module that
      // needs `document`. The server could not render a page that imports such a group.
      rolldownOptions: { output: { codeSplitting: true } },
    },
    // Bundle the dependencies too, so that the output works from any folder.
    ssr: { noExternal: true },
  })
  fs.copyFileSync(join(unfinished, '.vite/manifest.json'), join(prerender, MANIFEST))
  fs.writeFileSync(join(prerender, STYLES), JSON.stringify(readStyles(unfinished)))
  compressFiles(unfinished)
  replaceBuild({ build: unfinished, client: CLIENT, earlier: EARLIER, now: new Date() })
  fs.rmSync(PRERENDER, { recursive: true, force: true })
  fs.renameSync(prerender, PRERENDER)
}

/** Writes a Brotli copy beside each text file of a folder. */
export function compressFiles(directory: string) {
  for (const file of listFiles(directory)) {
    if (COMPRESSIBLE.has(extname(file))) {
      fs.writeFileSync(`${file}.br`, brotliCompressSync(fs.readFileSync(file)))
    }
  }
}

function readStyles(build: string): Record<string, string> {
  const manifest: Manifest = JSON.parse(fs.readFileSync(join(build, '.vite/manifest.json'), 'utf8'))
  // Delete the manifest, because the folder's files are served to browsers.
  fs.rmSync(join(build, '.vite'), { recursive: true })
  return Object.fromEntries(
    Object.entries(PRERENDERED).map(([path, part]) => {
      const files = stylesOf(['index.html', `src/client/routes/${part}`], manifest)
      return [path, files.map((file) => fs.readFileSync(join(build, file), 'utf8')).join('')]
    }),
  )
}

/**
 * The style sheets of `keys` and of all modules they import, without duplicates. The style sheets
 * of an imported module come first, so that the importing module can override them.
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
 * Replaces the folder `client` with `build`. Open tabs may still request assets of the old client,
 * so `earlier` keeps them until they expire.
 */
export function replaceBuild({ build, client, earlier, now }: Replacement) {
  const earlierAssets = join(earlier, 'assets')
  fs.mkdirSync(earlierAssets, { recursive: true })
  for (const asset of listFiles(join(client, 'assets'))) {
    const copy = join(earlierAssets, basename(asset))
    fs.copyFileSync(asset, copy)
    // Set the mtime to the time at which the asset left the current build. The asset expires
    // `EARLIER_ASSETS_MAX_AGE_MS` later.
    fs.utimesSync(copy, now, now)
  }
  for (const asset of listFiles(earlierAssets)) {
    if (now.getTime() - fs.statSync(asset).mtimeMs > EARLIER_ASSETS_MAX_AGE_MS) fs.rmSync(asset)
  }
  // Swap the folders with two renames, which are quick. A running server cannot find the client's
  // files between the two renames.
  const replaced = `${build}.replaced`
  if (fs.existsSync(client)) fs.renameSync(client, replaced)
  fs.renameSync(build, client)
  fs.rmSync(replaced, { recursive: true, force: true })
}
