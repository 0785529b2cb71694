import { onlineManager } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import { readCatalogue } from '#client/catalogue/stored-catalogue.ts'
import { want } from '#client/catalogue/wanted.ts'
import {
  askWorker,
  closeCatalogue,
  prepareCatalogue,
  reopenCatalogue,
} from '#client/catalogue/worker-channel.ts'
import { session } from '#client/session/session.ts'
import { getCatalogue } from '#contract/catalogue.ts'
import { openCatalogueFile } from '#server/catalogue/catalogue-file.ts'
import { listings } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { startServer } from '#tests/support/server.ts'
import { runWorkerInPage } from '#tests/support/worker-in-page.ts'

/** Saves a catalogue with one house on the device of a subscriber. */
async function saveCatalogue() {
  openCacheStorage()
  const server = await startServer()
  connect(server)
  runWorkerInPage()
  const ana = await server.addSubscriber()
  await server.addListing({ id: 'ozu', prefecture: 'ehime' })
  await server.makeCatalogueFile()
  openApp('/account', ana)
  await waitFor(() => expect(session.userId()).toBe(ana.id))
  await deviceCatalogue.setWanted(want)
  return { server, ana }
}

test('a device fetches the blocks that an update of the server makes of the same listings', async () => {
  const { server, ana } = await saveCatalogue()
  // The updated server makes another row of the same listing, so the revision stays the same.
  const { db, records, now, logError } = server.services
  await db.update(listings).set({ layout: '4LDK' })
  const updated = openCatalogueFile({
    ...{ db, records, now, build: 'update' },
    logError: (error) => logError(error, 'catalogue'),
  })
  await updated.drain()
  await deviceCatalogue.start()

  const { parts, isComplete } = await readCatalogue(ana.id)
  const newest = (await server.call(ana, getCatalogue, {})).body.parts
  const hashesOf = (some: typeof parts) =>
    some.filter(({ tier }) => tier === 'columns').map(({ hash, gone }) => [hash, gone])
  expect(hashesOf(parts)).toEqual(hashesOf(newest))
  expect(isComplete).toBe(true)
})

test('a change while the worker opens the blocks does not make it hold them twice', async () => {
  const { ana } = await saveCatalogue()
  const blocks = (await readCatalogue(ana.id)).parts
  const digest = vi.spyOn(crypto.subtle, 'digest')
  prepareCatalogue(ana.id)
  reopenCatalogue()
  const input = { search: undefined }
  const asked = await askWorker({ owner: ana.id, question: 'countPhotos', input, rates: undefined })
  expect(asked?.answer).toMatchObject([{ prefecture: 'ehime', houses: 1 }])
  expect(digest).toHaveBeenCalledTimes(blocks.length)
})

test('after a worker that was silent without a network, the next question starts another one', async () => {
  const { ana } = await saveCatalogue()
  closeCatalogue()
  const WorkingWorker = Worker
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
      terminate() {}
    },
  )
  onlineManager.setOnline(false)
  vi.useFakeTimers()
  const question = { owner: ana.id, question: 'listCities', input: {} } as const
  const silent = askWorker(question)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await silent).toBeUndefined()
  vi.useRealTimers()

  vi.stubGlobal('Worker', WorkingWorker)
  expect((await askWorker(question))?.answer).toBeDefined()
  onlineManager.setOnline(true)
})
