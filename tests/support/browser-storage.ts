/**
 * Everything that the browser stores for the current page, as one text. Playwright runs this
 * function in the page, so the function cannot use imports or variables of this module.
 */
export async function readBrowserStorage() {
  const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }]

  for (const { name = '' } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store)
      found.push(name, await Promise.all([resultOf(rows.getAllKeys()), resultOf(rows.getAll())]))
    }
    database.close()
  }

  for (const name of await caches.keys()) {
    // Skip the app's own files. They are the same for everybody, so they cannot contain a person's
    // data.
    if (name.startsWith('workbox-precache')) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const response = await cache.match(request)
      const type = response?.headers.get('content-type') ?? ''
      found.push(name, request.url, [...(response?.headers ?? [])])
      if (!type.startsWith('image/')) found.push(await response?.text())
    }
  }
  return JSON.stringify(found)

  function resultOf<T>(request: IDBRequest<T>) {
    return new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  }
}
