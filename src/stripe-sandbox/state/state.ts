import { join } from 'node:path'
import { explainFolder, prepareFolder } from '#server/files/data-folder.ts'
import { lockFolder } from '#server/files/folder-lock.ts'
import { type ChangeLog, readChangeLog, startChangeLog } from './change-log.ts'
import { type Keys, newKeys, readOrCreateKeys } from './keys.ts'
import type { Change } from './ledger.ts'

/** The sandbox's stored state, and how to persist changes. */
interface State {
  keys: Keys
  rows: readonly Change[]
  /** Starts to persist the state: saves the given rows, and then each change. */
  begin: (rows: readonly Change[]) => Pick<ChangeLog, 'append'>
  close: () => Promise<void>
}

/** The sandbox's folder within the data folder. */
export function folderIn(dataDirectory: string) {
  return join(dataDirectory, 'sandbox')
}

/** Keeps the state in memory, so that it is lost when the sandbox closes. */
export function openMemory(): State {
  return {
    keys: newKeys(),
    rows: [],
    begin: () => ({ append: () => {} }),
    close: async () => {},
  }
}

/**
 * Stores the state in a folder, so that it survives restarts and crashes. A lock ensures that only
 * one process uses the folder.
 */
export async function openFolder(directory: string): Promise<State> {
  prepareFolder(directory)
  const lock = await lockFolder(directory)
  let changeLog: ChangeLog | undefined
  const explained = <T>(act: () => T) => {
    try {
      return act()
    } catch (error) {
      throw explainFolder(error, directory)
    }
  }
  try {
    return {
      keys: explained(() => readOrCreateKeys(directory)),
      rows: explained(() => readChangeLog(directory)),
      begin(rows) {
        changeLog = explained(() => startChangeLog(directory, rows))
        return changeLog
      },
      async close() {
        changeLog?.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
