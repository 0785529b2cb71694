/**
 * The endpoints of a part of the contract that is loaded when one of them is first called: so the
 * first screen waits neither for what checks answers nor for the schema library under it.
 */
export function lazyEndpoints<Part extends object>(load: () => Promise<Part>) {
  return async <Name extends keyof Part>(name: Name) => (await load())[name]
}
