import { getTableName, type Table } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'

/**
 * Wraps a database. The wrapper adds each statement to `statements`, such as `insert mails`, also
 * in transactions.
 */
export function recordStatements<World extends Database | Transaction>(
  world: World,
  statements: string[],
): World {
  return new Proxy(world, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name === 'insert' || name === 'update' || name === 'delete') {
          statements.push(`${name} ${getTableName(given[0] as Table)}`)
        } else if (name === 'select' || name === 'execute') statements.push(name)
        else if (name === 'transaction') {
          const [work, ...rest] = given as [(tx: Transaction) => Promise<unknown>, ...unknown[]]
          return value.call(
            target,
            (tx: Transaction) => work(recordStatements(tx, statements)),
            ...rest,
          )
        }
        return value.apply(target, given)
      }
    },
  })
}
