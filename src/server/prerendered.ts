import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { STYLES } from './client-build.ts'

interface Prerender {
  prerenderPage: (
    path: string,
    freeListings?: unknown,
  ) => Promise<{ html: string; served: unknown }>
}

/** A page with everything that it shows, and what its policy has to allow: digests of what is inline. */
export interface Drawn {
  page: Uint8Array<ArrayBuffer>
  style: string
  script: string
}

/**
 * The pages that are drawn on the server, by the build of the client in `clientDirectory` and what
 * was built with it in `directory`; null where there is no such build.
 */
export function openPrerendered(clientDirectory: string, directory: string) {
  if (!existsSync(directory)) return null
  // All of one build, whatever is built while the server runs.
  const template = readFileSync(join(clientDirectory, 'index.html'), 'utf8')
  const styles: Record<string, string> = JSON.parse(readFileSync(join(directory, STYLES), 'utf8'))
  const prerender: Promise<Prerender> = import(pathToFileURL(join(directory, 'prerender.js')).href)
  // Whoever asks for a page sees why there is none.
  prerender.catch(() => undefined)

  return {
    /** Draws the page at `path`, where `freeListings` is the answer that `/free-preview` shows. */
    async draw(path: string, freeListings?: unknown): Promise<Drawn> {
      const { prerenderPage } = await prerender
      const { html, served } = await prerenderPage(path, freeListings)
      return assemble(template, { html, served, style: styles[path] ?? '' })
    },
  }
}

interface Parts {
  html: string
  served: unknown
  style: string
}

/** The template with the page in it. Its script starts when the page has been painted. */
function assemble(template: string, { html, served, style }: Parts): Drawn {
  const source = template.match(/<script type="module"[^>]* src="([^"]+)"><\/script>/)?.[1]
  if (!source) throw new Error('The page of the client has no script')
  const script = startingScript(source)
  const { hoisted, rest } = takeHoisted(html)
  const page = template
    .replace(/\s*<script type="module"[^>]*><\/script>/, () => hoisted)
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace(
      /<div id="root">.*<\/div>(?=\s*<noscript>)/s,
      () =>
        `<div id="root">${rest}</div>` +
        `<script type="application/json" id="served">${escapeJson(served)}</script>` +
        `<script>${script}</script>`,
    )
  return { page: new TextEncoder().encode(page), style: digest(style), script: digest(script) }
}

/**
 * Starts the client when the page has been painted. A button that somebody presses before the
 * client reacts is noted on the document, for it to press again.
 */
function startingScript(source: string) {
  return (
    'onclick=({target})=>{document.pressed=target.closest("button")};' +
    `requestAnimationFrame(()=>setTimeout(()=>import(${JSON.stringify(source)})))`
  )
}

/** React puts what the browser should fetch first before the page; it belongs into the head. */
function takeHoisted(html: string) {
  const hoisted = html.match(/^(?:<link [^>]*>)*/)?.[0] ?? ''
  return { hoisted, rest: html.slice(hoisted.length) }
}

/** JSON that ends no script, whatever a house is called. */
function escapeJson(value: unknown) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function digest(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
