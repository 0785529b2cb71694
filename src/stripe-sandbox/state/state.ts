import { join } from 'node:path'
import { explainFolder, prepareFolder } from '#server/files/data-folder.ts'
import { lockFolder } from '#server/files/folder-lock.ts'
import { type Journal, readJournal, writeJournal } from './journal.ts'
import { type Keys, keepKeys, newKeys } from './keys.ts'
import type { Change } from './ledger.ts'

/** What the sandbox begins with, and where it keeps what happens. */
interface State {
  keys: Keys
  /** Every row there is. */
  rows: readonly Change[]
  /** Begins to keep: these rows, and what becomes of them. */
  begin: (rows: readonly Change[]) => Pick<Journal, 'append'>
  close: () => Promise<void>
}

/** Where a data folder holds what its sandbox keeps. */
export function folderIn(dataDirectory: string) {
  return join(dataDirectory, 'sandbox')
}

/** For a sandbox that is forgotten when it is closed. */
export function openMemory(): State {
  return {
    keys: newKeys(),
    rows: [],
    begin: () => ({ append: () => {} }),
    close: async () => {},
  }
}

/** For a sandbox that goes on where it was left, however that was; one process at a time. */
export async function openFolder(directory: string): Promise<State> {
  prepareFolder(directory)
  const lock = await lockFolder(directory)
  let journal: Journal | undefined
  const explained = <T>(act: () => T) => {
    try {
      return act()
    } catch (error) {
      throw explainFolder(error, directory)
    }
  }
  try {
    return {
      keys: explained(() => keepKeys(directory)),
      rows: explained(() => readJournal(directory)),
      begin(rows) {
        journal = explained(() => writeJournal(directory, rows))
        return journal
      },
      async close() {
        journal?.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
