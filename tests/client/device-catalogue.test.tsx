import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import { readCatalogue } from '#client/catalogue/stored-catalogue.ts'
import { want } from '#client/catalogue/wanted.ts'
import { session } from '#client/session/session.ts'
import { getCatalogue } from '#contract/catalogue.ts'
import { openCatalogueFile } from '#server/catalogue/catalogue-file.ts'
import { listings } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { startServer } from '#tests/support/server.ts'

test('a device fetches the blocks that an update of the server makes of the same listings', async () => {
  openCacheStorage()
  const server = await startServer()
  connect(server)
  const ana = await server.addSubscriber()
  await server.addListing({ id: 'ozu', prefecture: 'ehime' })
  await server.makeCatalogueFile()
  openApp('/account', ana)
  await waitFor(() => expect(session.userId()).toBe(ana.id))
  await deviceCatalogue.setWanted(want)

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
