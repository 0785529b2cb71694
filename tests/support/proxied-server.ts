import { desc, eq, inArray } from 'drizzle-orm'
import { type Database, openDatabase } from '#server/db/database.ts'
import { favorites, listingPhotos } from '#server/db/schema.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { openNetwork } from './network.ts'
import { removeDirectory, startProduct } from './product.ts'
import { addSubscriber, type NewSubscriber } from './subscribers.ts'

export type ProxiedServer = Awaited<ReturnType<typeof startProxiedServer>>

/**
 * Starts a server with the data folder `directory`, behind a network that can fail. The origin
 * stays the same across restarts, because browsers store all data by origin. `settings` are
 * environment variables.
 */
export async function startProxiedServer(directory: string, settings: Record<string, string> = {}) {
  const env = { SAMPLE_DATA: 'off', ...settings }
  let product = await startProduct({ directory, env })
  const network = await openNetwork(product.origin)

  /** Opens the database of the server, which must be running. */
  async function withDatabase<T>(use: (db: Database) => Promise<T>) {
    const { db, close } = await openDatabase({ directory: product.directory, share: true })
    try {
      return await use(db)
    } finally {
      await close()
    }
  }

  return {
    origin: network.origin,
    network,
    withDatabase,

    /** Stops the server. After this, connections are refused. */
    async stop() {
      await network.set('refuse')
      await product.stop()
    },

    async start() {
      product = await startProduct({ directory: product.directory, env })
      network.setTarget(product.origin)
      await network.set('pass')
    },

    /** Adds a subscriber with these favorites, newest first. */
    addSubscriber: (terms?: NewSubscriber) => withDatabase((db) => addSubscriber(db, terms)),

    /** The person's favorites on the server, newest first. */
    favoritesOf({ id }: { id: string }) {
      return withDatabase(async (db) => {
        const rows = await db
          .select()
          .from(favorites)
          .where(eq(favorites.userId, id))
          .orderBy(desc(favorites.createdAt))
        return rows.map(({ listingId }) => listingId)
      })
    },

    /** Sets whether all photos have AVIF copies. */
    markAvif(avif: boolean) {
      return withDatabase((db) =>
        db.transaction(async (tx) => {
          await tx.update(listingPhotos).set({ avif })
          await bumpRevision(tx, everyListing)
        }),
      )
    },

    /** The addresses of the photos of these houses, house by house. */
    photosOf(houses: string[]) {
      return withDatabase(async (db) => {
        const photos = await db
          .select()
          .from(listingPhotos)
          .where(inArray(listingPhotos.listingId, houses))
          .orderBy(listingPhotos.listingId, listingPhotos.position)
        return photos.map(({ path }) => `/images/${path}`)
      })
    },

    async close() {
      await network.close()
      await product.stop()
      removeDirectory(product.directory)
    },
  }
}
