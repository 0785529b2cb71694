import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const server = `http://localhost:${process.env.PORT ?? 3000}`

/** The modules of the dashboard. */
const ADMIN =
  /(client\/(data|features)|contract)\/(admin|audit|imports|inventory|overview|users)[./]|client\/routes\/_signed-in\/admin|client\/ui\/(data-table|pager|search-field)/

/** What pages that show houses have in common with the others. */
const PARTS =
  /client\/(format\/(format|sizes)\.ts|browser\/metered\.ts|ui\/(alert|badge|button-row|card|empty-state|field|flash-message|focus-page|media-query|progress-bar|sheet|toast)\.)/
/** What forms have in common that send something. */
const FORMS =
  /@tanstack\/.+[mM]utation|client\/(data\/auth|ui\/use-form)\.ts|features\/auth\/auth\.module/
/** What all pages have in common that show houses. */
const HOUSES = /client\/(features\/(listings|favorites|offline)\/|ui\/later\.)/

/** What any answer about houses is checked and kept with. */
const ANSWERS =
  /contract\/(account|favorites|listings|sharing|subscription|values)\.ts|node_modules\/(zod|idb-keyval|@tanstack\/query-persist-client-core)\/|client\/(api\/transport|query-store\/offline-queries|outbox\/.+)\.ts/
/** What forgets sessions, and keeps what is seen first in them. */
const TRACES =
  /client\/(session\/(wipe-data|session-log(-store)?)|boot\/first-screen\/(keep-.+|copy-.+|swap-in))\.ts/
/** What saves photos. */
const PHOTOS = /client\/photos\//
/** What the pages about an account and the dashboard have in common. */
const PIECES =
  /client\/(components\/(action-button|query-boundary|new-password-fields|confirm-dialog|status-badge)\.|browser\/save-file\.|ui\/(column-page|filed-under|focus|outcome|sheet-form|tag|titled-section)\.)/

/** The contract and Chakra's theme are built by calls that shake out only when known to do nothing else. */
const treeshake = {
  manualPureFunctions: [
    'z',
    'endpoint',
    'createSystem',
    'defineConfig',
    'defineRecipe',
    'defineSemanticTokens',
    'defineSlotRecipe',
    'defineTokens',
    'mergeConfigs',
  ],
}

/** What a page holds for its script, once that is built. */
const APP = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/

/** Puts the scripts into the page that run before the app is there, and start it. */
function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const [, app] = html.match(APP) ?? []
        if (!app) throw new Error('The page has no script')
        const early = await compile('src/client/boot/early-press.ts')
        const firstScreen = await compile('src/client/boot/first-screen/inline.ts')
        const start = await compile('src/client/boot/start.ts', { APP: JSON.stringify(app) })
        return (
          html
            .replace(APP, '')
            // Before the scripts, of which nothing is a comment of the page.
            .replace(/\s*<!--(?! early -->).*?-->/gs, '')
            .replace('<!-- early -->', () =>
              [inline(early), inline(firstScreen), preload(app)].join('\n    '),
            )
            .replace('</body>', () => `${inline(start)}\n  </body>`)
        )
      },
    },
  }
}

const inline = (code: string) => `<script>${code}</script>`

/** Lets the app be fetched while what comes before it is seen. */
function preload(app: string) {
  return `<link rel="modulepreload" crossorigin href="${app}">`
}

/** Names of classes as short as they can be. */
function shortNames(): Plugin {
  return {
    name: 'short-names',
    apply: 'build',
    config: () => ({ css: { modules: { generateScopedName: '[hash:base64:5]' } } }),
  }
}

/** A module and all that it imports, as one script. */
async function compile(input: string, define: Record<string, string> = {}) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input, treeshake, external: /^\/assets\//, output: { format: 'iife' } },
    },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${input} did not become a script`)
  return chunk.code.trim()
}

export default defineConfig({
  plugins: [
    inlineScripts(),
    shortNames(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // What the dashboard asks for is known to its own file, and not to everybody's.
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
      // A new version waits until somebody agrees to it.
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/*.{js,css}', '*.{svg,webmanifest}'],
        // Paying, registering, asking for a mail and administering are of no use without a network.
        globIgnores: [
          'assets/{sandbox,card-form,subscription.renew,register,forgot-password,admin}*',
        ],
      },
    }),
  ],
  resolve: {
    alias: {
      // The router brings it for Reacts that have no `useSyncExternalStore` of their own.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    modulePreload: { polyfill: false },
    minify: 'terser',
    // By itself, Vite would work around a bug of the Safari of 2016.
    terserOptions: { ecma: 2020, safari10: false, compress: { passes: 3 } },
    rolldownOptions: {
      treeshake,
      // Terser takes its time.
      checks: { bundlerTimings: false },
      // React reports to developer tools what nobody looks at in a build.
      transform: { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } },
      output: {
        // Each request costs a slow phone as much as a few kilobytes of code.
        codeSplitting: {
          groups: [
            // Everything the first screen needs.
            { name: 'boot', tags: ['$initial'], priority: 3 },
            { name: 'parts', test: PARTS, priority: 2 },
            { name: 'forms', test: FORMS, priority: 2 },
            { name: 'answers', test: ANSWERS, priority: 2 },
            { name: 'photos', test: PHOTOS, priority: 2 },
            { name: 'traces', test: TRACES, priority: 2 },
            { name: 'pieces', test: PIECES, minShareCount: 2, priority: 1 },
            { name: 'houses', test: HOUSES, minShareCount: 2, priority: 1 },
          ],
        },
        // By its name the precache knows what only the dashboard needs. A chunk of it by a group
        // would take along what others need as well.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.every((id) => ADMIN.test(id))
            ? 'assets/admin-[name]-[hash].js'
            : 'assets/[name]-[hash].js',
      },
    },
  },
  server: { port: 5173, proxy: { '/v1': server, '/images': server, '/sandbox': server } },
})
