import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { isBuilt } from '#server/build/build.ts'
import { CLIENT, MANIFEST, PRERENDER } from '#server/build/client-build.ts'
import { precachedUrls } from '#tests/support/precache.ts'
import type { Measurement } from './measurement.ts'

/**
 * Matches the manifest's key of the chunk that contains a route's component. The chunk of a
 * dashboard route also contains the route's loader.
 */
const ROUTE_CHUNK = /^src\/client\/routes\/(.+)\.tsx\?tsr-split=component(---loader)?$/
/** The budgets of single routes by file name, in kB. */
const BUDGETS = new Map([
  ['login', 135],
  ['free-preview', 135],
  ['buying', 135],
  ['_signed-in/_subscriber/listings', 135],
])
const DEFAULT_BUDGET = 260
/**
 * The chunks with the content of pages that paint their heading first and load the content
 * afterwards.
 */
const CONTENT = /^src\/client\/features\/.+-(page|settings|subscription)\.tsx$/
const WORKER_BUDGET = 15
const PRECACHE_BUDGET = 1200
/** The manifest's key of the map, and the file with the outlines of Japan. */
const MAP = 'src/client/features/map/results-map.tsx'
const OUTLINES = 'map/japan.svg'
/** The budget for the code, styles and outlines of the map, without the code of the street map. */
const MAP_BUDGET = 110

/** Measures the compressed files of the client, because the server sends the compressed files. */
export function measureSizes(): Measurement[] {
  build()
  const manifest: Manifest = JSON.parse(readFileSync(join(PRERENDER, MANIFEST), 'utf8'))
  const keys = new Map(
    Object.keys(manifest).flatMap((key) => {
      const [, route] = key.match(ROUTE_CHUNK) ?? []
      return route ? [[route, key]] : []
    }),
  )
  const pages = [...keys.keys()].filter((route) => !isLayout(route, keys))
  return [
    ...pages.map((route) => measureRoute(route, keys, manifest)),
    ...measureWorker(),
    measureMap(manifest),
  ]
}

/** Builds the client as `npm start` does. */
function build() {
  if (isBuilt('client')) return
  const { status } = spawnSync(process.execPath, ['start.mjs', 'build', 'client'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('The client could not be built')
}

/** The JavaScript that a page needs before people can use the page. */
function measureRoute(route: string, keys: Map<string, string>, manifest: Manifest): Measurement {
  const chunks = new Set<string>()
  addWithImports('index.html', manifest, chunks)
  for (const part of withLayouts(route)) {
    const key = keys.get(part) ?? ''
    addWithImports(key, manifest, chunks)
    const content = manifest[key]?.dynamicImports?.filter((lazy) => CONTENT.test(lazy)) ?? []
    for (const lazy of content) addWithImports(lazy, manifest, chunks)
  }
  return {
    what: `JavaScript of ${pathOf(route)}, brotli`,
    value: kilobytes([...chunks].map((file) => `${file}.br`)),
    unit: 'kB',
    atMost: BUDGETS.get(route) ?? DEFAULT_BUDGET,
  }
}

function measureWorker(): Measurement[] {
  const worker = readFileSync(join(CLIENT, 'sw.js'), 'utf8')
  return [
    {
      what: 'Worker, brotli',
      value: kilobytes(['sw.js.br']),
      unit: 'kB',
      atMost: WORKER_BUDGET,
    },
    {
      what: 'Precache, brotli',
      value: kilobytes(precachedUrls(worker).map(compress)),
      unit: 'kB',
      atMost: PRECACHE_BUDGET,
    },
  ]
}

/** The code and styles that only the map needs, and the outlines of Japan. */
function measureMap(manifest: Manifest): Measurement {
  const { file = '', css = [] } = manifest[MAP] ?? {}
  return {
    what: 'Map with its outlines, brotli',
    value: kilobytes([file, ...css, OUTLINES].map(compress)),
    unit: 'kB',
    atMost: MAP_BUDGET,
  }
}

/** The compressed copy of a file, if the build wrote one. Small files are sent uncompressed. */
function compress(file: string) {
  return existsSync(join(CLIENT, `${file}.br`)) ? `${file}.br` : file
}

function kilobytes(files: string[]) {
  const bytes = files.map((file) => statSync(join(CLIENT, file)).size)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}

function isLayout(route: string, routes: Map<string, string>) {
  const isAround = [...routes.keys()].some((other) => other.startsWith(`${route}.`))
  return isAround || route.split('/').at(-1)?.startsWith('_')
}

/**
 * A route and all its possible layouts: `_signed-in`, `_signed-in/admin`,
 * `_signed-in/admin.dashboard`, …
 */
function withLayouts(route: string) {
  return [...route.matchAll(/[/.]|$/g)].map(({ index }) => route.slice(0, index))
}

function addWithImports(key: string, manifest: Manifest, chunks: Set<string>) {
  const chunk = manifest[key]
  if (!chunk || chunks.has(chunk.file)) return
  chunks.add(chunk.file)
  for (const imported of chunk.imports ?? []) addWithImports(imported, manifest, chunks)
}

/** The path of a route: `_signed-in/subscription.manage` is at `/subscription/manage`. */
function pathOf(route: string) {
  const parts = route.split(/[/.]/).filter((part) => !part.startsWith('_') && part !== 'index')
  return `/${parts.join('/')}`
}
