import { randomUUID } from 'node:crypto'
import { desc, eq, inArray } from 'drizzle-orm'
import { hashPassword } from '#server/auth/passwords.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { favorites, listingPhotos, subscriptions } from '#server/db/schema.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'
import { addUser } from '#server/users/accounts.ts'
import { openNetwork } from './network.ts'
import { removeDirectory, startProduct } from './product.ts'

export type ProxiedServer = Awaited<ReturnType<typeof startProxiedServer>>

interface NewSubscriber extends Partial<typeof subscriptions.$inferInsert> {
  name?: string
  /** Ids of listings. */
  favorites?: string[]
}

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
    addSubscriber({ name = 'Ana Prieto', favorites: ids = [], ...terms }: NewSubscriber = {}) {
      const password = 'a-lantern-in-the-hall'
      return withDatabase(async (db) => {
        const now = new Date()
        const passwordHash = await hashPassword(password)
        const email = `${randomUUID()}@example.com`
        const user = await addUser(db, { name, email, role: 'user', passwordHash }, now)
        if (!user) throw new Error('The address of the new subscriber is taken')
        await db.insert(subscriptions).values({
          userId: user.id,
          status: 'active',
          plan: 'premium',
          paymentProvider: 'manual',
          createdAt: now,
          ...terms,
        })
        const rows = ids.map((listingId, at) => ({
          userId: user.id,
          listingId,
          createdAt: new Date(now.getTime() - at * 1000),
        }))
        if (rows.length > 0) await db.insert(favorites).values(rows)
        return { id: user.id, email, password }
      })
    },

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
          await bumpRevision(tx)
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
