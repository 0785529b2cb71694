/**
 * Loads one part of the API's endpoints on the first call. Otherwise the first screen would wait
 * for the schemas of these endpoints and for the schema library.
 */
export function lazyEndpoints<Part extends object>(load: () => Promise<Part>) {
  return async <Name extends keyof Part>(name: Name) => (await load())[name]
}
