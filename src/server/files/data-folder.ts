import fs from 'node:fs'
import { OperatorError } from '#server/errors/operator-error.ts'

/** The reason why a folder cannot be used, by system error code. */
const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a disk that is read-only',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
}

/**
 * Creates the data folder if it does not exist. Only the user of this process can read the folder.
 * @throws {OperatorError} if the folder is not writable.
 */
export function prepareFolder(directory: string) {
  try {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
    fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw explainFolder(error, directory)
  }
}

/** Turns a file-system error into a sentence. Returns other errors unchanged. */
export function explainFolder(error: unknown, directory: string) {
  if (!(error instanceof Error && 'code' in error)) return error
  const reason = REASONS[String(error.code)] ?? error.message
  return new OperatorError(
    `The data folder ${directory} cannot be used: ${reason}. Fix this, or set DATA_DIR to another folder.`,
  )
}
