/**
 * Loads the endpoints of a part of the contract on the first call. Otherwise the first screen would
 * wait for the schemas and the schema library.
 */
export function lazyEndpoints<Part extends object>(load: () => Promise<Part>) {
  return async <Name extends keyof Part>(name: Name) => (await load())[name]
}
