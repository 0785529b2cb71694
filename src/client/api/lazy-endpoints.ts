/**
 * Endpoints of a part of the contract that loads on the first call. So the first screen waits for
 * neither the schemas nor the schema library.
 */
export function lazyEndpoints<Part extends object>(load: () => Promise<Part>) {
  return async <Name extends keyof Part>(name: Name) => (await load())[name]
}
