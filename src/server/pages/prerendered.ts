import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { STYLES } from './client-build.ts'
import { digest, scriptDigests } from './inline-scripts.ts'

interface Prerender {
  prerenderPage: (href: string, answer?: unknown) => Promise<string>
}

interface Shown {
  path: string
  /** The query string of the address. */
  search?: string
  /** The API response that the page shows, if any. */
  answer?: unknown
  /** Adds tags to the head. */
  describe?: (page: string) => string
}

/** A prerendered page, and the hashes of its inline code for the content security policy. */
export interface Drawn {
  page: Uint8Array<ArrayBuffer>
  styles: string[]
  scripts: string[]
}

export type Prerendered = NonNullable<ReturnType<typeof openPrerendered>>

/**
 * Opens the prerenderer in `directory`, which belongs to the client in `clientDirectory`. Null if
 * it was not built.
 */
export function openPrerendered(clientDirectory: string, directory: string) {
  if (!existsSync(directory)) return null
  // The files are read once, so that a new build cannot mix with this one while the server runs.
  const template = readFileSync(join(clientDirectory, 'index.html'), 'utf8')
  const styles: Record<string, string> = JSON.parse(readFileSync(join(directory, STYLES), 'utf8'))
  const scripts = scriptDigests(template.replace(APP_ONLY, ''))
  const prerender: Promise<Prerender> = import(pathToFileURL(join(directory, 'prerender.js')).href)
  // The error surfaces when a page is drawn. Without this, the rejection would end the process.
  prerender.catch(() => undefined)

  return {
    /** Renders a page as a visitor sees it at first. */
    async draw({ path, search = '', answer, describe = (page) => page }: Shown): Promise<Drawn> {
      const { prerenderPage } = await prerender
      const html = await prerenderPage(path + search, answer)
      const style = styles[path]
      if (style === undefined) throw new Error(`No styles were built for ${path}`)
      const page = describe(assemble(template, { html, answer, style }))
      return {
        page: new TextEncoder().encode(page),
        styles: [digest(style)],
        scripts,
      }
    },
  }
}

interface Parts {
  html: string
  answer: unknown
  style: string
}

/**
 * Left out of prerendered pages: the script for saved pages, and the app's preloads, which must not
 * delay the first paint.
 */
const APP_ONLY = /(?:\s*<script>(?:(?!<script>).)*<\/script>)?\s*<link rel="modulepreload"[^>]*>/s
/**
 * Blocks the first paint until the whole page has arrived. Without it, late parts cause layout
 * shifts.
 */
const PAINTED_WHOLE = '<link rel="expect" href="#served" blocking="render">'
/** A head may contain each of these only once. */
const UNIQUE = [/\s*<title>[^<]*<\/title>/, /\s*<meta\s+name="description"[^>]*>/]

/** Inserts the rendered page into the template. The app starts after the first paint. */
function assemble(template: string, { html, answer, style }: Parts) {
  const { head, body } = takeHead(html)
  const replaced = UNIQUE.filter((element) => element.test(head))
  return replaced
    .reduce((page, element) => page.replace(element, ''), template)
    .replace(APP_ONLY, () => head)
    .replace(/<link rel="stylesheet"[^>]*>/, () => `${PAINTED_WHOLE}<style>${style}</style>`)
    .replace(
      /<div id="root">.*<\/div>(?=\s*<noscript>)/s,
      () =>
        `<div id="root"><div id="drawn">${body}</div></div>` +
        `<script type="application/json" id="served">${escapeJson({ answer })}</script>`,
    )
}

/** React puts the title and preload tags before the page. They belong into the head. */
function takeHead(html: string) {
  const head = html.match(/^(?:<(?:link|meta) [^>]*>|<title>[^<]*<\/title>)*/)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}

/** JSON without `<`, so that no house's name can close the script element. */
function escapeJson(value: unknown) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
