import fs from 'node:fs'
import { OperatorError } from '#server/errors/operator-error.ts'

/** What keeps a folder from being used, by the system's name for it. */
const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a disk that is read-only',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
}

/** Makes the data folder, for this user only, unless it is there; throws when nothing can be kept in it. */
export function prepareFolder(directory: string) {
  try {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
    fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw explainFolder(error, directory)
  }
}

/** An error of the file system as a sentence; any other error as it is. */
export function explainFolder(error: unknown, directory: string) {
  if (!(error instanceof Error && 'code' in error)) return error
  const reason = REASONS[String(error.code)] ?? error.message
  return new OperatorError(
    `The data folder ${directory} cannot be used: ${reason}. Put that right, or set DATA_DIR to another folder.`,
  )
}
