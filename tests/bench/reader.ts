import { tmpdir } from 'node:os'
import { createApp } from '#server/app.ts'
import { startSession } from '#server/auth/sessions.ts'
import { openBackground } from '#server/concurrency/background.ts'
import type { Database } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { openUploads } from '#server/files/uploads.ts'
import { openImages } from '#server/images/images.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { openRecords } from '#server/listings/record-json.ts'
import { PUBLIC_ONLY } from '#server/network/open-download.ts'
import { openOwnPhotoStorage } from '#server/notes/own-photo-storage.ts'
import { fixedRates } from '#server/rates/fixed-rates.ts'
import { readServerBuild } from '#tests/support/built-server.ts'
import { openTestImports } from '#tests/support/imports.ts'
import { noPayments } from '#tests/support/no-payments.ts'

export type Reader = Awaited<ReturnType<typeof addReader>>

/**
 * Adds a person with access to the listings. `startApp` starts a new application with empty caches.
 */
export async function addReader(db: Database) {
  const user = { id: 'reader', name: 'Reader', email: 'reader@example.com', role: 'admin' } as const
  await db.insert(users).values({ ...user, passwordHash: '' })
  const token = await startSession(db, user, new Date())
  const background = openBackground(console.error)
  const outside = { db, now: () => new Date(), images: openImages(tmpdir()) }
  const startApp = () =>
    createApp({
      ...outside,
      catalogue: openCatalogue(db),
      catalogueFile: null,
      records: openRecords({ db, build: readServerBuild(), background, logError: console.error }),
      imports: openTestImports({ ...outside, directory: tmpdir() }),
      uploads: openUploads(tmpdir()),
      sources: { folder: tmpdir(), rules: PUBLIC_ONLY, wake() {} },
      ownPhotos: openOwnPhotoStorage(tmpdir(), { quotaBytes: 500_000_000 }),
      rates: { current: () => fixedRates(150) },
      translator: null,
      basemap: null,
      jpyPerUsd: 150,
      requiresSecondFactor: false,
      background,
      payments: noPayments(),
      mailQueue: { wake() {} },
      pushQueue: { wake() {} },
      pushOrigins: [],
      siteUrl: () => 'http://localhost',
      logError: console.error,
      logWarning: (message) => console.warn(message),
      version: { version: '1.0.0', commit: null },
    })
  return { token, startApp, settled: background.settled }
}
