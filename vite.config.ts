import { readFileSync } from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const server = `http://localhost:${process.env.PORT ?? 3000}`

/** The modules of the dashboard. */
const ADMIN =
  /(client\/(data|features)|contract)\/(admin|audit|imports|inventory|overview|users)[./]|client\/routes\/_signed-in\/admin|client\/ui\/(data-table|disclosure|pager|search-field)/
/** The packages of Chakra, and those that Chakra is built on. */
const CHAKRA_PARTS = /node_modules\/(@chakra-ui|@ark-ui|@zag-js)\//

/** Modules that pages with houses share with other pages. */
const PARTS =
  /client\/(favorites\/(favorites-journal|set-favorite)\.ts|format\/(format|sizes)\.ts|browser\/metered\.ts|ui\/(alert|badge|button-row|card|empty-state|field|flash-message|focus-page|media-query|progress-bar|sheet|toast)\.)/
/** Modules that forms share. */
const FORMS =
  /@tanstack\/.+[mM]utation|client\/(data\/auth|account-session\/(log(in|out)|start-session)|ui\/use-form)\.ts|features\/auth\/auth\.module/
/** Modules that all pages with houses share. */
const HOUSES = /client\/(features\/(listings|favorites|offline)\/|ui\/later\.)/

/** Modules that check and persist responses about houses. */
const ANSWERS =
  /contract\/(account|favorites|listings|sharing|subscription|values)\.ts|node_modules\/(zod|idb-keyval|@tanstack\/query-persist-client-core)\/|client\/(api\/transport|query-store\/offline-queries|favorites\/(account-favorites-outbox|favorites-(channel|outbox(-rows|-store)?|requests))|api\/refusal-kind)\.ts/
/** Modules that wipe session data, and save the first screen of a session. */
const TRACES =
  /client\/(account-session\/wipe-data|session\/session-log(-store)?|boot\/first-screen\/(save-.+|copy-.+|swap-in))\.ts/
/** Modules that format dates. The first screen does not need them. */
const DATES = /node_modules\/@?date-fns\/|client\/format\/days\.ts/
/** Modules that save photos. */
const PHOTOS = /client\/photos\//
/** Modules that the account pages and the dashboard share. */
const PIECES =
  /client\/(components\/(action-button|query-boundary|new-password-fields)\.|browser\/save-file\.|ui\/(filed-under|focus|outcome|titled-section)\.)/
/** The setup of Chakra, and components that pages with Chakra share. */
const CHAKRA =
  /client\/(theme\/(chakra|emotion-cache|system|recipes)|components\/(confirm-dialog|status-badge)\.|ui\/(column-page|sheet-form|tag)\.)/

/**
 * Calls without side effects. Without this list, unused parts of the contract and of Chakra's theme
 * stay in the build.
 */
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

/** The script tag of the app in the built page. */
const APP = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/

/** Inlines the scripts that run before the app, and the one that starts it. */
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
            // Removes comments before the scripts are inserted, which may contain this pattern.
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

/** Downloads the app's script while the saved first screen is visible. */
function preload(app: string) {
  return `<link rel="modulepreload" crossorigin href="${app}">`
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

/** Generates the shortest class names. */
function shortNames(): Plugin {
  return {
    name: 'short-names',
    apply: 'build',
    config: () => ({ css: { modules: { generateScopedName: '[hash:base64:5]' } } }),
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
    webManifest(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // Keeps the dashboard's loaders in their own chunks, out of everybody's.
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
      // A new version waits until the person accepts it.
      registerType: 'prompt',
      injectRegister: false,
      // The page itself links the manifest, but only after the first picture.
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/*.{js,css}', '*.{svg,webmanifest}'],
        // Paying, registering, resetting a password and administration need a network.
        globIgnores: [
          'assets/{sandbox,card-form,subscription.renew,register,forgot-password,admin}*',
        ],
      },
    }),
  ],
  resolve: {
    alias: {
      // The router's shim is for older React versions without `useSyncExternalStore`.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    modulePreload: { polyfill: false },
    minify: 'terser',
    // By default, Vite works around a bug of Safari 10 (2016).
    terserOptions: { ecma: 2020, safari10: false, compress: { passes: 3 } },
    rolldownOptions: {
      treeshake,
      // Terser is slow. Without this, every build warns about it.
      checks: { bundlerTimings: false },
      // Removes React's calls to the developer tools.
      transform: { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } },
      output: {
        // On a slow phone, each request costs as much as a few kilobytes of code.
        codeSplitting: {
          groups: [
            // Everything the first screen needs.
            { name: 'boot', tags: ['$initial'], priority: 3 },
            { name: 'parts', test: PARTS, priority: 2 },
            { name: 'forms', test: FORMS, priority: 2 },
            { name: 'answers', test: ANSWERS, priority: 2 },
            { name: 'dates', test: DATES, priority: 2 },
            { name: 'photos', test: PHOTOS, priority: 2 },
            { name: 'traces', test: TRACES, priority: 2 },
            // The lowest priority: with a higher one, this chunk would also contain modules of
            // `pieces`, and `/register` needs some of those.
            { name: 'chakra', test: CHAKRA, minShareCount: 2 },
            { name: 'pieces', test: PIECES, minShareCount: 2, priority: 1 },
            { name: 'houses', test: HOUSES, minShareCount: 2, priority: 1 },
          ],
        },
        // The name lets the precache exclude chunks that only the dashboard needs. A chunk group
        // would also include modules that other pages need.
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
