import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { OperatorError } from '#server/errors/operator-error.ts'
import { syncToDisk } from '#server/files/durable-files.ts'

/**
 * The compression level of backups. Compared with zlib's default level, this level takes half the
 * time, and the files are a tenth larger.
 */
const EFFORT = 3
/**
 * Lines are joined into chunks of at least this many characters. Each chunk costs a turn of the
 * event loop, so many small chunks would be slow.
 */
const PIECE_LENGTH = 64 * 1024

/**
 * The last line of a backup: the number of lines before it and their digest, which show whether the
 * file is complete.
 */
const Footer = z.tuple([z.literal('end'), z.int(), z.string()])

/**
 * Writes lines to a temporary file. Renames the file when it is complete and on disk. Returns the
 * number of lines and bytes.
 * @throws {OperatorError} if the file cannot be written.
 */
export async function writeBackupFile(path: string, lines: AsyncIterable<string>) {
  if (await stat(path).catch(() => null)) {
    throw new OperatorError(
      `The file ${path} exists already. Choose another name, or delete that file.`,
    )
  }
  const unfinished = `${path}.new`
  let count = 0
  const counted = async function* () {
    for await (const line of lines) {
      count += 1
      yield line
    }
  }
  try {
    await rm(unfinished, { force: true })
    await pipeline(
      Readable.from(inPieces(withFooter(counted()))),
      createGzip({ level: EFFORT }),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(unfinished, path)
    syncToDisk(dirname(resolve(path)))
    return { lines: count, bytes: (await stat(path)).size }
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw explainWriting(error, unfinished)
  }
}

/**
 * Explains why the backup file cannot be written. Without the explanation, the command would report
 * a missing folder as an unreachable database.
 */
function explainWriting(error: unknown, file: string) {
  if (!(error instanceof Error && 'path' in error && error.path === file)) return error
  const code = codeOf(error)
  if (code === 'ENOENT') return new OperatorError(`There is no folder ${dirname(file)}`)
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return new OperatorError(`This user may not write into ${dirname(file)}`)
  }
  return error
}

/**
 * Reads the lines of a backup file.
 * @throws {OperatorError} at the end, if the file is incomplete or damaged.
 */
export async function* readBackupFile(path: string) {
  const text = createGunzip().setEncoding('utf8')
  // Ignore the error here, because the loop that reads `text` receives the error too.
  pipeline(createReadStream(path), text).catch(() => {})
  try {
    yield* checkFooter(splitLines(text))
  } catch (error) {
    throw explainReading(error, path)
  }
}

function explainReading(error: unknown, path: string) {
  const code = codeOf(error)
  if (code === 'EISDIR')
    return new OperatorError(`${path} is a folder. Add a file name to the path`)
  if (code === 'Z_BUF_ERROR') return new OperatorError(`${path} ends too early: ${NOT_RESTORED}`)
  if (code.startsWith('Z_')) return new OperatorError(`${path} is not a backup, or is damaged`)
  return error
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const NOT_RESTORED = 'some of the backup is missing'

async function* withFooter(lines: AsyncIterable<string>) {
  const digest = createHash('sha256')
  let count = 0
  for await (const line of lines) {
    digest.update(`${line}\n`)
    count += 1
    yield line
  }
  yield JSON.stringify(['end', count, digest.digest('hex')] satisfies z.infer<typeof Footer>)
}

async function* checkFooter(lines: AsyncIterable<string>) {
  const digest = createHash('sha256')
  let count = 0
  for await (const line of lines) {
    if (line.startsWith('["end"')) {
      const [, countThen, digestThen] = Footer.parse(JSON.parse(line))
      if (countThen === count && digestThen === digest.digest('hex')) return
      throw new OperatorError('The backup is damaged: its checksum is wrong')
    }
    digest.update(`${line}\n`)
    count += 1
    yield line
  }
  throw new OperatorError(`The backup ends too early: ${NOT_RESTORED}`)
}

/** Joins many lines into one chunk, because each chunk costs a turn of the event loop. */
async function* inPieces(lines: AsyncIterable<string>) {
  let piece = ''
  for await (const line of lines) {
    piece += `${line}\n`
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece
}

/**
 * Splits at line feeds only. Node's `readline` also splits at U+2028 and U+2029, which JSON texts
 * may contain.
 */
async function* splitLines(text: AsyncIterable<string>) {
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
