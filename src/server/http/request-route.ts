import { endpoints } from '#contract/index.ts'

/** The routes of paths without parameters (`plain`) and of paths with parameters (`patterns`). */
const plain = new Map<string, string>()
const patterns: { method: string; pattern: RegExp; route: string }[] = []
for (const { method, path } of endpoints.values()) {
  const route = `/v1${path}`
  if (!path.includes(':')) plain.set(`${method} ${route}`, route)
  else patterns.push({ method, pattern: new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`), route })
}

const FOLDERS = ['/assets/', '/images/', '/sandbox/']
const OTHERS = new Set(['/v1/payments/webhook', '/healthz', '/readyz'])

/**
 * Returns the route of a request, such as `/v1/listings/:id`. A route contains no ids and no search
 * terms. There are only a few dozen routes, so metrics can have one series per route.
 */
export function routeOf(method: string, url: string) {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  const known = plain.get(`${method} ${path}`)
  if (known) return known
  if (OTHERS.has(path)) return path
  const folder = FOLDERS.find((name) => path.startsWith(name))
  if (folder) return `${folder}*`
  if (!path.startsWith('/v1/')) return 'page'
  const found = patterns.find((one) => one.method === method && one.pattern.test(path))
  return found?.route ?? 'unknown'
}
