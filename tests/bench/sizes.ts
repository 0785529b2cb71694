import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { precachedUrls } from '#tests/support/precache.ts'
import type { Measurement } from './measurement.ts'

const ROUTES = 'src/client/routes/'
const COMPONENT = '.tsx?tsr-split=component'
/** The routes that have a budget of their own, by the file that draws them; kB. */
const BUDGETS = new Map([
  ['login', 100],
  ['free-preview', 100],
  ['_signed-in/_subscriber/listings', 115],
])
const BUDGET_OF_OTHERS = 200
const WORKER_BUDGET = 15
const PRECACHE_BUDGET = 900

/** The JavaScript that each page needs before it can be used, compressed as it is sent; and the worker. */
export async function measureSizes(): Promise<Measurement[]> {
  const directory = mkdtempSync(join(tmpdir(), 'engawa-sizes-'))
  try {
    await build({
      logLevel: 'error',
      build: { outDir: directory, emptyOutDir: true, manifest: true },
    })
    const manifest: Manifest = JSON.parse(
      readFileSync(join(directory, '.vite/manifest.json'), 'utf8'),
    )
    const routes = Object.keys(manifest)
      .filter((key) => key.startsWith(ROUTES) && key.endsWith(COMPONENT))
      .map((key) => key.slice(ROUTES.length, -COMPONENT.length))
      .filter((route) => !isLayout(route))
    return [
      ...routes.map((route) => measureRoute(route, manifest, directory)),
      ...measureWorker(directory),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function measureRoute(route: string, manifest: Manifest, directory: string): Measurement {
  const chunks = new Set<string>()
  addWithImports('index.html', manifest, chunks)
  for (const layout of layoutsOf(route))
    addWithImports(ROUTES + layout + COMPONENT, manifest, chunks)
  const sizes = [...chunks].map(
    (file) => brotliCompressSync(readFileSync(join(directory, file))).byteLength,
  )
  return {
    what: `JavaScript of ${pathOf(route)}, brotli`,
    value: sizes.reduce((sum, size) => sum + size, 0) / 1000,
    unit: 'kB',
    atMost: BUDGETS.get(route) ?? BUDGET_OF_OTHERS,
  }
}

/** The worker as it is sent, and what it keeps before anybody asks for it, as it is stored. */
function measureWorker(directory: string): Measurement[] {
  const worker = readFileSync(join(directory, 'sw.js'))
  const kept = precachedUrls(worker.toString()).map((url) => statSync(join(directory, url)).size)
  return [
    {
      what: 'Worker, brotli',
      value: brotliCompressSync(worker).byteLength / 1000,
      unit: 'kB',
      atMost: WORKER_BUDGET,
    },
    {
      what: 'Precache',
      value: kept.reduce((sum, size) => sum + size, 0) / 1000,
      unit: 'kB',
      atMost: PRECACHE_BUDGET,
    },
  ]
}

function isLayout(route: string) {
  return route.split('/').at(-1)?.startsWith('_')
}

/** A route's file and those of the layouts around it: `_signed-in`, `_signed-in/_subscriber`, … */
function layoutsOf(route: string) {
  const parts = route.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function addWithImports(key: string, manifest: Manifest, chunks: Set<string>) {
  const chunk = manifest[key]
  if (!chunk || chunks.has(chunk.file)) return
  chunks.add(chunk.file)
  for (const imported of chunk.imports ?? []) addWithImports(imported, manifest, chunks)
}

/** `_signed-in/subscription.manage` is drawn at `/subscription/manage`. */
function pathOf(route: string) {
  const parts = route.split(/[/.]/).filter((part) => !part.startsWith('_') && part !== 'index')
  return `/${parts.join('/')}`
}
