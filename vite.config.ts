import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://localhost:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/client/routes',
      generatedRouteTree: 'src/client/routeTree.gen.ts',
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
  ],
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract and Chakra's theme are built by calls that shake out only when known to do nothing else.
      treeshake: {
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
      },
      // Everything the first screen needs in one file: fewer requests, and it compresses better.
      output: { codeSplitting: { groups: [{ name: 'boot', tags: ['$initial'] }] } },
    },
  },
  server: { port: 5173, proxy: { '/v1': server, '/images': server } },
})
