import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { STYLES } from '#server/build/client-build.ts'
import { withTimeout } from '#server/concurrency/concurrency.ts'
import { digest, scriptDigests } from './inline-scripts.ts'
import { fillSlots, takeElement } from './page-slots.ts'

/**
 * The timeout for rendering a page, which usually takes milliseconds. Without it, a page that never
 * finishes would keep visitors waiting.
 */
const RENDER_TIMEOUT_MS = 5_000

/** The module that the build makes from `src/client/prerender.tsx`. */
interface Prerender {
  prerenderPage: (href: string, answer?: unknown) => Promise<Rendered>
}

interface Rendered {
  /** The HTML of the tags that the page adds to `<head>`. */
  head: string
  /** The HTML of the page's content, which goes into the element `#root`. */
  root: string
}

interface RenderOptions {
  path: string
  /** The path of the client's page whose styles are used. Defaults to `path`. */
  page?: string
  /** The query string of the address. */
  search?: string
  /** The API response for the page's data, if it needs any. */
  answer?: unknown
  /** The title and description for the page's head, if they differ from the rendered ones. */
  head?: { title?: string; description?: string }
}

/** A prerendered page, and the hashes of its inline code for the content security policy. */
export interface PrerenderedPage {
  page: Uint8Array<ArrayBuffer>
  styles: string[]
  scripts: string[]
}

export type Prerendered = NonNullable<ReturnType<typeof openPrerendered>>

/**
 * Opens the prerenderer in `directory`, which was built together with the client in
 * `clientDirectory`. Null if it was not built.
 * @throws in `draw`, if rendering takes too long or styles are missing.
 */
export function openPrerendered(
  clientDirectory: string,
  directory: string,
  timeoutMs = RENDER_TIMEOUT_MS,
) {
  if (!existsSync(directory)) return null
  // Read the files once. Otherwise, after a new build, a running server would mix files of two
  // builds.
  const template = readFileSync(join(clientDirectory, 'index.html'), 'utf8')
  const styles: Record<string, string> = JSON.parse(readFileSync(join(directory, STYLES), 'utf8'))
  const prerender: Promise<Prerender> = import(pathToFileURL(join(directory, 'prerender.js')).href)
  // `draw` reports the error of this promise. Handle the rejection here too. Otherwise Node would
  // exit if the promise rejected before the first `draw`.
  prerender.catch(() => undefined)

  return {
    /** Renders a page in its first state, before any script has run. */
    async draw({
      path,
      page = path,
      search = '',
      answer,
      head,
    }: RenderOptions): Promise<PrerenderedPage> {
      const rendering = prerender.then(({ prerenderPage }) => prerenderPage(path + search, answer))
      const rendered = await withTimeout(timeoutMs, rendering, null)
      if (!rendered) throw new Error(`Rendering ${path} took longer than ${timeoutMs / 1000} s`)
      const style = styles[page]
      if (style === undefined) throw new Error(`No styles were built for ${page}`)
      const html = fillSlots(template, { ...slotsOf(rendered, { answer, style }), ...head })
      return {
        page: new TextEncoder().encode(html),
        styles: [digest(style)],
        // Hash only the scripts of the template, so that the content security policy allows no
        // script in the inserted content.
        scripts: scriptDigests(fillSlots(template, { app: '' })),
      }
    },
  }
}

/**
 * This tag delays the first paint until the whole page has arrived. Without it, parts that arrive
 * late would cause layout shifts.
 */
const BLOCK_FIRST_PAINT = '<link rel="expect" href="#server-data" blocking="render">'

/**
 * The contents of the page's slots (its replaceable sections). Leaves out the preload of the app's
 * script, because it would delay the first paint. The app starts after the first paint.
 */
function slotsOf({ head, root }: Rendered, { answer, style }: { answer: unknown; style: string }) {
  // Remove the title and the description from the rendered tags, because a head may contain only
  // one of each.
  const { element: title, rest } = takeElement(head, '<title>', '</title>')
  const { element: description, rest: tags } = takeElement(rest, '<meta name="description"', '>')
  return {
    ...(title && { title }),
    ...(description && { description }),
    app: tags,
    styles: `${BLOCK_FIRST_PAINT}<style>${style}</style>`,
    root:
      `<div id="root">${root}</div>` +
      `<script type="application/json" id="server-data">${escapeJson({ answer })}</script>`,
  }
}

/** JSON without `<`, so that no house's name can close the script element. */
function escapeJson(value: unknown) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
