import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROUTE_TREE = join(import.meta.dirname, '../../src/client/routeTree.gen.ts')

/** The paths of all pages, from the generated route tree. A parameter is `$id`. */
export function listPages() {
  const [, block = ''] =
    readFileSync(ROUTE_TREE, 'utf8').match(/interface FileRoutesByTo \{(.*?)\n\}/s) ?? []
  const pages = [...block.matchAll(/^ {2}'(.+)': typeof/gm)].map(([, path = '']) => path)
  if (pages.length < 20) throw new Error('The route tree has another form than this function reads')
  return pages
}

/** Whether the address, without its query, leads to the page. */
export function leadsTo(address: string, page: string) {
  const parts = page.split('/')
  const asked = new URL(address, 'https://engawa.example').pathname.split('/')
  return (
    parts.length === asked.length &&
    parts.every((part, index) => part.startsWith('$') || part === asked[index])
  )
}
