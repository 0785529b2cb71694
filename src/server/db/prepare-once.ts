import type { Database } from './database.ts'

/**
 * Returns a function that gets the prepared statement of a database. `write` builds the statement
 * when a database needs it for the first time. Building a query takes as long as sending it, so the
 * queries of the most frequent requests are built once.
 */
export function prepareOnce<Statement>(write: (db: Database) => Statement) {
  const statements = new WeakMap<Database, Statement>()
  return (db: Database) => {
    const statement = statements.get(db) ?? write(db)
    statements.set(db, statement)
    return statement
  }
}
