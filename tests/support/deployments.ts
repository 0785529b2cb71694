import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '#server/app.ts'
import { CLIENT, replaceBuild } from '#server/build/client-build.ts'
import { openDatabase } from '#server/db/database.ts'
import { openUploads } from '#server/files/uploads.ts'
import { browserUrl, listen, stopListening } from '#server/http/listen.ts'
import { openImages } from '#server/images/images.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { openRecords } from '#server/listings/record-json.ts'
import { PUBLIC_ONLY } from '#server/network/open-download.ts'
import { openOwnPhotoStorage } from '#server/notes/own-photo-storage.ts'
import { fixedRates } from '#server/rates/fixed-rates.ts'
import { openTestImports } from './imports.ts'
import { openNetwork } from './network.ts'
import { noPayments } from './no-payments.ts'
import { removeDirectory } from './product.ts'
import { addSubscriber, type NewSubscriber } from './subscribers.ts'

export type Deployments = Awaited<ReturnType<typeof openDeployments>>

/** The suffix of every file name of the newer build. */
const NEWER = '-newer'
export const NEWER_FILE = new RegExp(`${NEWER}\\.`)

/**
 * Starts a server with the data folder `directory`, behind a network that can fail. The server can
 * serve two builds: the build that all browser tests use, and a copy of this build with other file
 * names.
 */
export async function openDeployments(directory: string) {
  const [client = '', earlier = '', next = '', newer = ''] = [
    'client',
    'earlier',
    'next',
    'newer',
  ].map((name) => join(directory, name))
  renameBuild(newer)
  mkdirSync(client)
  mkdirSync(earlier)

  const { db, close: closeDatabase } = await openDatabase({ directory })
  const images = openImages(join(directory, 'images'))
  const outside = { db, images, now: () => new Date() }
  const app = createApp(
    {
      ...outside,
      catalogue: openCatalogue(db),
      catalogueFile: null,
      records: openRecords({
        db,
        build: 'test',
        background: { run() {} },
        logError: console.error,
      }),
      imports: openTestImports({ ...outside, directory: join(directory, 'imports') }),
      uploads: openUploads(directory),
      sources: { folder: directory, rules: PUBLIC_ONLY, wake() {} },
      ownPhotos: openOwnPhotoStorage(join(directory, 'own-photos'), { quotaBytes: 500_000_000 }),
      rates: { current: () => fixedRates(150) },
      translator: null,
      basemap: null,
      jpyPerUsd: 150,
      requiresSecondFactor: false,
      background: { run() {} },
      payments: noPayments(),
      mailQueue: { wake() {} },
      pushQueue: { wake() {} },
      pushOrigins: [],
      siteUrl: () => network.origin,
      logError: (error) => console.error(error),
      logWarning: (message) => console.warn(message),
      version: { version: '1.0.0', commit: null },
    },
    { clientDirectory: client, earlierDirectory: earlier },
  )
  const server = await listen(getRequestListener(app.fetch), { host: '127.0.0.1', port: 0 })
  const network = await openNetwork(browserUrl(server))

  function deploy(build: string) {
    cpSync(build, next, { recursive: true })
    replaceBuild({ build: next, client, earlier, now: new Date() })
  }

  return {
    network,
    origin: network.origin,
    addSubscriber: (terms?: NewSubscriber) => addSubscriber(db, terms),
    deployFirst: () => deploy(CLIENT),
    deployNewer: () => deploy(newer),
    /**
     * Removes the files of earlier builds, because some servers keep only the files of the current
     * build.
     */
    forgetEarlier: () => rmSync(join(earlier, 'assets'), { recursive: true }),
    async close() {
      await network.close()
      await stopListening(server)
      await closeDatabase()
      removeDirectory(directory)
    },
  }
}

/**
 * Copies the build under other file names, so that browsers treat the copy as a newer version. A
 * second real build would take as long as all tests of updates together.
 */
function renameBuild(newer: string) {
  cpSync(CLIENT, newer, { recursive: true, filter: (path) => !path.endsWith('.br') })
  const assets = join(newer, 'assets')
  const names = new Map(
    readdirSync(assets).map((name) => [name, name.replace(/\.\w+$/, `${NEWER}$&`)]),
  )
  const page = join(newer, 'index.html')
  const revision = digest(page)
  for (const name of names.keys()) renameWithin(join(assets, name), names)
  for (const [name, renamed] of names) renameSync(join(assets, name), join(assets, renamed))
  renameWithin(page, names)
  const worker = join(newer, 'sw.js')
  renameWithin(worker, names)
  // The worker downloads the page again only if the revision of the page differs.
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(revision, digest(page)))
}

/** Replaces the names of renamed files in the text of a file. */
function renameWithin(file: string, names: Map<string, string>) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(/[\w.-]+\.(js|css)\b/g, (name) => names.get(name) ?? name),
  )
}

/** The revision by which the worker identifies the content of a file. */
function digest(file: string) {
  return createHash('md5').update(readFileSync(file)).digest('hex')
}
