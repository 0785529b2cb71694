import 'fake-indexeddb/auto'
import { set } from 'idb-keyval'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#client/browser/database.ts'
import { hashOf, readBlock, readHashes } from '#client/catalogue/stored-catalogue.ts'

/** Stores a `columns` block, and returns its part of the index. */
async function addBlock() {
  const bytes = new Uint8Array([1, 2, 3])
  const hash = await hashOf(bytes)
  await set(hash, bytes, openDatabase('engawa-catalogue', 'blocks'))
  return { tier: 'columns' as const, hash, size: 3, bytes: 3, houses: 1, gone: [] }
}

function failReading(error: DOMException) {
  const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw error
  })
  onTestFinished(() => get.mockRestore())
}

test('a block whose file the browser has lost counts as missing, so that the next download fetches it', async () => {
  const part = await addBlock()
  failReading(new DOMException('Data lost due to missing file.', 'NotReadableError'))
  expect(await readBlock(part)).toBeUndefined()
  expect(await readHashes()).not.toContain(part.hash)
})

test('a block stays on this device while the database cannot be read', async () => {
  const part = await addBlock()
  failReading(new DOMException('', 'UnknownError'))
  await expect(readBlock(part)).rejects.toThrow()
  expect(await readHashes()).toContain(part.hash)
})
