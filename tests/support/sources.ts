import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type * as z from 'zod/mini'
import type { createSource } from '#contract/sources.ts'
import { openUploads } from '#server/files/uploads.ts'
import { type DownloadRules, PUBLIC_ONLY } from '#server/network/open-download.ts'
import { openSourceWork, type SourceWorkServices } from '#server/sources/source-work.ts'
import { houseRecord } from './imports.ts'
import type { TestServer } from './server.ts'
import { testDirectory } from './test-directory.ts'

/** The address of the source's server. It stands for an address on the public internet. */
const SOURCE_ADDRESS = '127.0.0.2'

/** Only the source's server counts as public. Every host name resolves to it, unless `hosts` says otherwise. */
export function testRules(hosts: Record<string, string[]> = {}): DownloadRules {
  return {
    allowsHttp: true,
    allowsAddress: (ip) => ip === SOURCE_ADDRESS || PUBLIC_ONLY.allowsAddress(ip),
    resolve: async (host) =>
      (hosts[host] ?? [SOURCE_ADDRESS]).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
  }
}

/** Starts the worker of one process. */
export function openTestWork(
  { services }: Pick<TestServer, 'services'>,
  replaced: Partial<SourceWorkServices> = {},
) {
  const { db, now, imports, siteUrl, logError } = services
  const work = openSourceWork({
    ...{ db, now, imports, siteUrl, logError },
    mailQueue: { wake() {} },
    folder: services.sources.folder,
    rules: testRules(),
    secrets: new Map(),
    downloads: openUploads(testDirectory()),
    ...replaced,
  })
  onTestFinished(work.stop)
  return work
}

/** Starts the server of a source. Returns its origin. */
export async function startSource(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, SOURCE_ADDRESS, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `http://houses.example:${port}`
}

/** A file with this number of houses. */
export function housesFile(count: number, fields: Record<string, unknown> = {}) {
  const houses = Array.from({ length: count }, (_, at) =>
    houseRecord({ _id: `house-${at}`, ...fields }),
  )
  return JSON.stringify(houses)
}

/** The settings of a source that runs every hour. */
export function sourceSettings(
  settings: Partial<z.input<typeof createSource.input>> = {},
): z.input<typeof createSource.input> {
  return {
    source: 'Tanba',
    kind: 'folder',
    address: 'tanba',
    rhythm: 'hours',
    hours: 1,
    ...settings,
  }
}
