import { createHash, randomUUID } from 'node:crypto'
import { DEFAULT_SOURCE, readAsOf } from '#contract/imports.ts'
import type { Mapping } from '#contract/mapping.ts'
import type { Actor } from '#server/audit/audit.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { openUploads } from '#server/files/uploads.ts'
import type { UploadOptions } from '../db/import-columns.ts'
import { SAMPLE_SOURCE } from '../db/schema.ts'
import { addImport, beginImport, discardImport, refuseUnlessReady } from './changes.ts'
import { problemsAsCsv, readProblems } from './problems.ts'
import { readColumns } from './reading/read-columns.ts'
import { removeReportFiles, reportPaths } from './report-files.ts'
import { findImport, type ImportRow, listImports, refuseWhileBusy, toImport } from './rows.ts'
import { type ImportWork, runImport } from './run-import.ts'
import { findSourceMapping } from './source-mappings.ts'

interface Upload {
  fileName: string
  /** Without `jpyPerUsd`, the import uses the configured exchange rate. */
  options: Omit<UploadOptions, 'jpyPerUsd'> & { jpyPerUsd: number | undefined }
  content: AsyncIterable<Uint8Array>
}

export type Imports = ReturnType<typeof openImports>

/**
 * Manages the files that administrators upload. The state of each file is in the table `imports`,
 * so every process sees the state. The table also contains a heartbeat, so that an import does not
 * stay stuck after its process has crashed.
 * @throws in its functions, {Refusal} if the file or the options cannot be used.
 */
export function openImports(outside: Omit<ImportWork, 'uploads'> & { jpyPerUsd: number }) {
  const { database, directory, now, logError } = outside
  const { db } = database
  const uploads = openUploads(directory)
  const work = { ...outside, uploads }
  /** The imports that run in this process. */
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>()

  function run(row: ImportRow, actor: Actor) {
    const stop = new AbortController()
    const done = runImport(work, { row, actor, stop })
      .catch(logError)
      .finally(() => running.delete(row.id))
    running.set(row.id, { stop, done })
    return toImport(row, now())
  }

  async function begin(actor: Actor, beginning: Parameters<typeof beginImport>[1]) {
    const { id, state } = beginning
    refuseUnlessReady(await findImport(db, id), state, now())
    await refuseWithoutFile(id)
    return run(await beginImport({ db, now, actor }, beginning), actor)
  }

  async function refuseWithoutFile(id: string) {
    if (await uploads.has(id)) return
    throw new Refusal(409, 'The file is no longer on this server. Please upload it again.')
  }

  async function columns(id: string) {
    const { options } = await findImport(db, id)
    await refuseWithoutFile(id)
    const { source = DEFAULT_SOURCE } = options
    const saved = await findSourceMapping(db, options.source)
    const context = { ...options, source, now: now(), asOf: null, rents: options.rents ?? false }
    const input = uploads.read(id)
    try {
      return await readColumns(input, { ...options, saved }, context)
    } finally {
      await input.return(undefined)
    }
  }

  async function settled() {
    await Promise.all([...running.values()].map(({ done }) => done))
  }

  async function pathOfProblems(id: string) {
    const row = await findImport(db, id)
    return reportPaths(directory, row.id).rejectedPath
  }

  return {
    list: (which: Parameters<typeof listImports>[1]) => listImports({ db, now }, which),

    async find(id: string) {
      return toImport(await findImport(db, id), now())
    },

    /** Stores a file and starts a dry run of its import. */
    async upload(actor: Actor, { fileName, options, content }: Upload) {
      if (options.source === SAMPLE_SOURCE) {
        throw new Refusal(
          422,
          `The source ${SAMPLE_SOURCE} is reserved for the sample houses: choose another source`,
        )
      }
      if (options.asOf !== undefined && readAsOf(options.asOf, now()) === null) {
        throw new Refusal(422, 'The date of the data must be a past day, such as 2025-03-31')
      }
      // Check before the upload is read, so that a refused upload takes no time. `addImport` checks
      // again, because another import may have started meanwhile.
      await refuseWhileBusy(db, now())
      const id = randomUUID()
      const fileBytes = await uploads.keep(id, content, now())
      try {
        const jpyPerUsd = options.jpyPerUsd ?? outside.jpyPerUsd
        const upload = { id, fileName, fileBytes, options: { ...options, jpyPerUsd } }
        return run(await addImport({ db, now, actor }, upload), actor)
      } catch (error) {
        await uploads.remove(id)
        throw error
      }
    },

    check: (actor: Actor, id: string, mapping?: Mapping) =>
      begin(actor, { id, state: 'checking', mapping }),
    apply: (actor: Actor, id: string) => begin(actor, { id, state: 'importing' }),

    /** The columns of an uploaded file, and how they are read. */
    columns,

    async discard(actor: Actor, id: string) {
      await discardImport({ db, now, actor }, id)
      const here = running.get(id)
      here?.stop.abort()
      await here?.done
      await uploads.remove(id)
      await removeReportFiles(directory, id)
    },

    /** The SHA-256 of an uploaded file, in hex. Null if the file is no longer on this server. */
    async digest(id: string) {
      if (!(await uploads.has(id))) return null
      const hash = createHash('sha256')
      for await (const chunk of uploads.read(id)) hash.update(chunk)
      return hash.digest('hex')
    },

    async problems(id: string, which: Parameters<typeof readProblems>[1]) {
      return readProblems(await pathOfProblems(id), which)
    },

    async problemsAsCsv(id: string) {
      return problemsAsCsv(await pathOfProblems(id))
    },

    /**
     * Waits until a check or an import of this process has ended, and returns its result. Aborts it
     * if `signal` is aborted.
     */
    async ended(id: string, signal: AbortSignal) {
      const here = running.get(id)
      const abort = () => here?.stop.abort()
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
      await here?.done
      signal.removeEventListener('abort', abort)
      return toImport(await findImport(db, id), now())
    },

    /** Waits for all imports of this process. */
    settled,

    /** Aborts running imports. An aborted import can be started again later. */
    async stop() {
      for (const { stop } of running.values()) stop.abort()
      await settled()
    },
  }
}
