import fs from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#server/root.ts'

const SERVER = join(ROOT, 'dist/server')

/** The modules that start a process or a thread, by the names of their files in {@link SERVER}. */
const ENTRIES = {
  main: 'src/server/main.ts',
  build: 'src/server/build/build.ts',
  import: 'src/server/imports/command/cli.ts',
  admin: 'src/server/admin/cli.ts',
  backup: 'src/server/backup/cli.ts',
  sandbox: 'src/stripe-sandbox/command/cli.ts',
  // The sources start these modules through a file `.mjs` of the same name, which loads TypeScript.
  'avif-process': 'src/server/images/avif-process.ts',
  'embedded-worker': 'src/server/db/embedded-worker.ts',
  'reading-thread': 'src/server/reference-data/reading-thread.ts',
}

/** Bundles the server and its commands in a separate folder, then swaps it in. */
export async function buildServer() {
  // Import Vite here and not at the top of the file, because Vite loads slowly and only builds need
  // it.
  const { build } = await import('vite')
  const unfinished = `${SERVER}.${process.pid}`
  await build({
    ...{ root: ROOT, configFile: false, logLevel: 'warn' },
    build: {
      ...{ ssr: true, outDir: unfinished, copyPublicDir: false, minify: false, target: 'node20' },
      rolldownOptions: {
        input: ENTRIES,
        // Keep all files in one folder, so that a module finds the threads beside it.
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  fs.rmSync(SERVER, { recursive: true, force: true })
  fs.renameSync(unfinished, SERVER)
}
