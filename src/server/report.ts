import { DrizzleQueryError } from 'drizzle-orm'

/** Prints a bug with the id of the request that met it, for whoever reads the console. */
export function printBug(error: unknown, requestId: string) {
  console.error(`${new Date().toISOString()} ${requestId}`, withoutValues(error))
}

/** An error as it may be printed: the parameters of a query are addresses, digests of secrets, whole files. */
export function withoutValues(error: unknown) {
  if (!(error instanceof DrizzleQueryError)) return error
  return `A query failed: ${error.query}\n${error.cause?.stack ?? error.cause}`
}
