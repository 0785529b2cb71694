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
  /** What stands behind the path in the address. */
  search?: string
  /** Of the API, if the page shows one. */
  answer?: unknown
  /** Puts more into the head. */
  describe?: (page: string) => string
}

/** A page with everything that it shows, and what its policy has to allow: digests of what is inline. */
export interface Drawn {
  page: Uint8Array<ArrayBuffer>
  styles: string[]
  scripts: string[]
}

export type Prerendered = NonNullable<ReturnType<typeof openPrerendered>>

/**
 * The pages that are drawn on the server, by the build of the client in `clientDirectory` and what
 * was built with it in `directory`; null where there is no such build.
 */
export function openPrerendered(clientDirectory: string, directory: string) {
  if (!existsSync(directory)) return null
  // All of one build, whatever is built while the server runs.
  const template = readFileSync(join(clientDirectory, 'index.html'), 'utf8')
  const styles: Record<string, string> = JSON.parse(readFileSync(join(directory, STYLES), 'utf8'))
  const scripts = scriptDigests(template.replace(APP_ONLY, ''))
  const prerender: Promise<Prerender> = import(pathToFileURL(join(directory, 'prerender.js')).href)
  // Whoever asks for a page sees why there is none.
  prerender.catch(() => undefined)

  return {
    /** Draws a page as a visitor sees it first. */
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

/** What was kept of pages that the server does not draw, and the app, which is to come after the page. */
const APP_ONLY = /(?:\s*<script>(?:(?!<script>).)*<\/script>)?\s*<link rel="modulepreload"[^>]*>/s
/** What comes late would move what was painted before it. */
const PAINTED_WHOLE = '<link rel="expect" href="#served" blocking="render">'
/** Of each, a head has one. */
const UNIQUE = [/\s*<title>[^<]*<\/title>/, /\s*<meta\s+name="description"[^>]*>/]

/** The template with the page in it, of which the script starts when that has been painted. */
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

/** React puts what belongs into the head before the page: its title, and what the browser should fetch first. */
function takeHead(html: string) {
  const head = html.match(/^(?:<(?:link|meta) [^>]*>|<title>[^<]*<\/title>)*/)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}

/** JSON that ends no script, whatever a house is called. */
function escapeJson(value: unknown) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
