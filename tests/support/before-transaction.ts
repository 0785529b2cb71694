import type { Database } from '#server/db/database.ts'

/** Wraps a database. The first transaction of the wrapper begins only after `run` has ended. */
export function beforeTransaction(db: Database, run: () => Promise<unknown>): Database {
  let before: (() => Promise<unknown>) | undefined = run
  return Object.assign(Object.create(db) as Database, {
    async transaction(...given: Parameters<Database['transaction']>) {
      const running = before?.()
      before = undefined
      await running
      return db.transaction(...given)
    },
  })
}
