import { DrizzleQueryError } from 'drizzle-orm'

/** Prints a bug with the id of the request that met it, for whoever reads the console. */
export function printBug(error: unknown, requestId: string) {
  console.error(`${new Date().toISOString()} ${requestId}`, withoutValues(error))
}

/** The parameters of a query are people's addresses and the digests of their secrets. */
function withoutValues(error: unknown) {
  if (!(error instanceof DrizzleQueryError)) return error
  return `A query failed: ${error.query}\n${error.cause?.stack ?? error.cause}`
}
