import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { build } from 'vite'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { addressOf, listen, stopListening } from '#server/http/listen.ts'
import { openImages } from '#server/images/images.ts'
import { openUploads } from '#server/imports/uploads.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { CLIENT, replaceBuild } from '#server/pages/client-build.ts'
import { importsInto } from './imports.ts'
import { openNetwork } from './network.ts'
import { noPayments } from './no-payments.ts'
import { removeDirectory, temporaryDirectory } from './product.ts'

export type Deployments = Awaited<ReturnType<typeof openDeployments>>

/** The suffix of every file name of the newer build. */
const NEWER = '-newer'
export const NEWER_FILE = new RegExp(`${NEWER}\\.`)

/**
 * The server with an empty database behind a network that can fail. It can serve two builds of the
 * same client: the one of all browser tests, and a copy with other file names.
 */
export async function openDeployments() {
  const directory = temporaryDirectory()
  const [client = '', earlier = '', next = '', newer = ''] = [
    'client',
    'earlier',
    'next',
    'newer',
  ].map((name) => join(directory, name))
  await buildNewer(newer)
  mkdirSync(client)
  mkdirSync(earlier)

  const { db, close: closeDatabase } = await openDatabase({})
  const images = openImages(join(directory, 'images'))
  const outside = { db, images, now: () => new Date() }
  const app = createApp(
    {
      ...outside,
      catalogue: openCatalogue(db),
      imports: importsInto({ ...outside, directory: join(directory, 'imports') }),
      uploads: openUploads(directory),
      jpyPerUsd: 150,
      background: { run() {} },
      payments: noPayments(),
      mailQueue: { wake() {} },
      siteUrl: () => network.origin,
      logError: (error) => console.error(error),
      logWarning: (message) => console.warn(message),
    },
    { clientDirectory: client, earlierDirectory: earlier },
  )
  const server = await listen(getRequestListener(app.fetch), { host: '127.0.0.1', port: 0 })
  const network = await openNetwork(addressOf(server))

  function deploy(build: string) {
    cpSync(build, next, { recursive: true })
    replaceBuild({ build: next, client, earlier, now: new Date() })
  }

  return {
    network,
    origin: network.origin,
    deployFirst: () => deploy(CLIENT),
    deployNewer: () => deploy(newer),
    /** Removes the files of earlier builds, as on a server that has only its own. */
    forgetEarlier: () => rmSync(join(earlier, 'assets'), { recursive: true }),
    async close() {
      await network.close()
      await stopListening(server)
      await closeDatabase()
      removeDirectory(directory)
    },
  }
}

async function buildNewer(outDir: string) {
  const names = `assets/[name]-[hash]${NEWER}`
  await build({
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        output: {
          entryFileNames: `${names}.js`,
          chunkFileNames: `${names}.js`,
          assetFileNames: `${names}[extname]`,
        },
      },
    },
  })
}
