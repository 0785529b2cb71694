import { readFileSync } from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { fillSlots, takeElement } from './src/server/pages/page-slots.ts'
import { japanSvg, outlinesSvg } from './src/server/places/outlines.ts'

const server = `http://localhost:${process.env.PORT ?? 3000}`

/** The modules of the dashboard. */
const ADMIN =
  /(client\/(data|features)|contract)\/(admin|audit|contacts|file-name|imports|inventory|overview|places|sources|users|version)[./]|client\/routes\/_signed-in\/admin|client\/components\/csv-button|client\/ui\/(data-table|disclosure|pager|search-field)/
/** The packages of Chakra, and the packages that Chakra is built on. */
const CHAKRA_PARTS = /node_modules\/(@chakra-ui|@ark-ui|@zag-js)\//

/** Modules that are used by pages that show houses, and also by other pages. */
const PARTS =
  /client\/(format\/(format|sizes)\.ts|browser\/metered\.ts|sync\/use-is-online\.ts|components\/rate-note\.|format\/iso-day\.ts|ui\/(alert|badge|button-row|card|empty-state|field|flash-message|focus-page|media-query|progress-bar|sheet|toast)\.)/
/** Modules that forms share. */
const FORMS =
  /@tanstack\/.+[mM]utation|client\/(data\/auth|account-session\/(log(in|out)|start-session)|ui\/use-form|components\/mutation-toasts)\.ts|features\/auth\/auth\.module/
/** Modules that are used by all pages that show houses. */
const HOUSES =
  /client\/(features\/(house\/(driver-link|house-details)\.|listings\/|search\/|favorites\/)|components\/(load-error|not-saved|use-visitor-display)\.|data\/rates\.|ui\/deferred\.)|contract\/(currencies|converted-price)\.ts/

/**
 * Modules that explain the signs of a house (its warnings and advantages). An opened house, a
 * tapped sign and the filters show these explanations.
 */
const SIGNS = /contract\/signs\.ts|features\/listings\/sign-meaning\./
/** Modules that check and persist responses about houses. */
const PERSISTENCE =
  /contract\/(account|display|favorites|listings|sharing|subscription|values)\.ts|node_modules\/(zod|idb-keyval|@tanstack\/query-persist-client-core)\/|client\/(api\/transport|query-store\/(offline-queries|persisted-rows)|favorites\/(account-favorites-outbox|favorites-(outbox(-store)?|requests))|api\/refusal-kind)\.ts/
/** Modules that save photos. */
const PHOTOS = /client\/photos\//
/**
 * Modules that read, change and send notes, viewing plans and own photos. The favorites show notes
 * with `note-lines.ts` alone.
 */
const NOTES =
  /client\/(notes\/(?!note-lines|field-values|japan-day|visits)|components\/use-notes\.)|contract\/(notes|note-\w+|own-photo(s|-fields))\.ts/
/**
 * Modules of the notes that the viewing plan, the comparison and the shortlist use too, without what
 * a card of the favorites shows of the notes.
 */
const NOTES_PAGES =
  /client\/(features\/notes\/(?!find-match|note-line\.|notes-search|use-note-lines)|notes\/(field-values|japan-day|visits)\.)/
/** Modules of an opened house that the dossier, the comparison and the driver card use too. */
const HOUSE_SECTIONS =
  /client\/features\/(house\/(where\/|[\w-]+\.)|paper\/driver-card\/)|client\/data\/assessed-values\.|contract\/(distances|facts|purchase-costs)\.ts/
/** Modules that read the file of streets, for the map and for saving streets. */
const STREETS =
  /node_modules\/(pmtiles|fflate)\/|client\/streets\/(plan-streets|save-streets|street-source|street-tiles)\.ts/
/** Modules that the dashboard shares with the account pages or with the page of a house. */
const ACCOUNT_PARTS =
  /client\/(components\/(house-history|history-sentences)\.|(browser\/save-file|format\/(saved-time|days)|sync\/(try-now|use-server-action)|ui\/(focus|hidden-username|titled-section))\.|features\/auth\/new-password-fields)/
/**
 * Chakra's core, and modules that use Chakra. Most people begin on a page that loads none of these
 * modules: the preview, sign-in, registration, a grid or an opened house.
 */
const CHAKRA =
  /client\/(theme\/(chakra|emotion-cache|system)|components\/(action-button|confirm-dialog|query-boundary|stale-data-notice|status-badge)\.|ui\/(chakra\/|(outcome|tag)\.))/

/**
 * Inlines the scripts that run before the app, and the script that starts it. Fills the slots `app`
 * and `styles` with the parts that only the app needs. Prerendered pages replace these slots.
 */
function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { chunk }) {
        if (!chunk) throw new Error('The page has no script')
        const app = `/${chunk.fileName}`
        const { rest } = takeElement(html, '<script type="module"', '</script>')
        const { element: styles, rest: page } = takeElement(rest, '<link rel="stylesheet"', '>')
        const early = await compile('src/client/boot/early-press.ts')
        const start = await compile('src/client/boot/start.ts', { APP: JSON.stringify(app) })
        // Remove HTML comments before the scripts are inserted, because a script may contain text
        // that looks like a comment.
        return fillSlots(page.replace(/\s*<!-- (?!\/?slot:).*?-->/gs, ''), {
          boot: [inline(early), slot('app', preload(app)), slot('styles', styles)].join('\n    '),
          start: inline(start),
        })
      },
    },
  }
}

const inline = (code: string) => `<script>${code}</script>`
const slot = (name: string, content: string) =>
  `<!-- slot:${name} -->${content}<!-- /slot:${name} -->`

/** The link that downloads the app's script while the stylesheet loads (decision 97). */
function preload(app: string) {
  return `<link rel="preload" as="script" crossorigin href="${app}">`
}

/**
 * Makes Chromium preload imported modules with `preload` links, and other browsers with
 * `modulepreload` links, as Vite does by default. Chromium stores the compiled code of modules, but
 * uses it only if a `preload` link has fetched the module (decision 97). Firefox would fetch such
 * a module twice.
 */
function preloadForCodeCache(): Plugin {
  const detection = /const scriptRel = .*?(?=;\s*const assetsURL)/s
  const rel = "const scriptRel = navigator.userAgentData ? 'preload' : 'modulepreload'"
  return {
    name: 'preload-for-code-cache',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!detection.test(code)) throw new Error('Vite no longer detects the kind of its links')
        return code.replace(detection, rel)
      },
    },
  }
}

/** Copies the web app manifest, which is stored beside `index.html`, into the build. */
function webManifest(): Plugin {
  const fileName = 'manifest.webmanifest'
  return {
    name: 'web-manifest',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(fileName) })
    },
  }
}

/** The drawings that the build generates, by their paths in the build. */
const DRAWINGS = [
  /** The outline of each prefecture, which cards without photos show. */
  { fileName: 'outlines.svg', draw: outlinesSvg },
  /** The map of all of Japan. */
  { fileName: 'map/japan.svg', draw: japanSvg },
]

function drawings(): Plugin {
  return {
    name: 'drawings',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    configureServer({ middlewares }) {
      for (const { fileName, draw } of DRAWINGS) {
        middlewares.use(`/${fileName}`, (_request, response) => {
          response.setHeader('content-type', 'image/svg+xml')
          response.end(draw())
        })
      }
    },
    generateBundle() {
      for (const { fileName, draw } of DRAWINGS) {
        this.emitFile({ type: 'asset', fileName, source: draw() })
      }
    },
  }
}

/** Bundles a module with its imports into one script. */
async function compile(input: string, define: Record<string, string> = {}) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input, external: /^\/assets\//, output: { format: 'iife' } },
    },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${input} did not become a script`)
  return chunk.code.trim()
}

export default defineConfig({
  plugins: [
    inlineScripts(),
    preloadForCodeCache(),
    webManifest(),
    drawings(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // Put the loaders of the dashboard into their own chunks. Otherwise every visitor would
        // download them.
        splitBehavior: ({ routeId }) =>
          routeId.startsWith('/_signed-in/admin/')
            ? [['loader', 'component'], ['errorComponent']]
            : undefined,
      },
      routesDirectory: 'src/client/routes',
      generatedRouteTree: 'src/client/routeTree.gen.ts',
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/client/service-worker',
      filename: 'sw.ts',
      // A new version is installed only after the person has accepted it.
      registerType: 'prompt',
      injectRegister: false,
      // The plugin must not link the manifest, because `index.html` links it already.
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/*.{js,css}', '*.{ico,svg,webmanifest}', 'map/*.svg'],
        // Exclude code that needs a network anyway: the pages for payment, registration, password
        // reset and administration.
        globIgnores: [
          'assets/{sandbox,card-form,subscription.renew,renew-subscription,register,forgot-password,admin}*',
        ],
      },
    }),
  ],
  // The worker that searches the catalogue loads as a module.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Group modules into few chunks: on a slow phone, each request costs as much time as a few
        // kilobytes of code.
        codeSplitting: {
          groups: [
            // All modules that the first screen needs.
            { name: 'boot', tags: ['$initial'], priority: 3 },
            { name: 'parts', test: PARTS, priority: 2 },
            { name: 'forms', test: FORMS, priority: 2 },
            { name: 'persistence', test: PERSISTENCE, priority: 2 },
            { name: 'signs', test: SIGNS, priority: 2 },
            { name: 'photos', test: PHOTOS, priority: 2 },
            // Deleting a session's data needs this module, but not the code that reads the file of streets.
            { name: 'streets-cache', test: /client\/streets\/streets-cache\.ts/, priority: 2 },
            { name: 'street-file', test: STREETS, priority: 1 },
            // Give the chunk `chakra` the lowest priority. With a higher priority, `chakra` would
            // also contain modules of the chunk `account-parts`. `/register` needs some of these
            // modules, so it would load `chakra` too.
            { name: 'chakra', test: CHAKRA, minShareCount: 2 },
            { name: 'account-parts', test: ACCOUNT_PARTS, minShareCount: 2, priority: 1 },
            { name: 'houses', test: HOUSES, minShareCount: 2, priority: 1 },
            { name: 'notes', test: NOTES, minShareCount: 2, priority: 1 },
            { name: 'notes-pages', test: NOTES_PAGES, minShareCount: 2, priority: 1 },
            { name: 'house-sections', test: HOUSE_SECTIONS, minShareCount: 2, priority: 1 },
          ],
        },
        // Name the chunks of the dashboard, so that the precache can exclude them. A chunk group
        // would not work instead, because it would also include modules that other pages need.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => ADMIN.test(id)) &&
          moduleIds.every((id) => ADMIN.test(id) || CHAKRA_PARTS.test(id))
            ? 'assets/admin-[name]-[hash].js'
            : 'assets/[name]-[hash].js',
      },
    },
  },
  server: { port: 5173, proxy: { '/v1': server, '/images': server, '/sandbox': server } },
})
