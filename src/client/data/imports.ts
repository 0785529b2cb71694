import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, downloadCsv } from '#client/api/api.ts'
import { sendingFile } from '#client/api/send-file.ts'
import * as contract from '#contract/imports.ts'
import { getImportColumns, type Mapping } from '#contract/mapping.ts'
import { invalidateListings } from './catalogue.ts'
import type { ImportsParams } from './imports-params.ts'
import { refetchAfter } from './refetch-after.ts'

/** The polling interval while an import runs, in milliseconds. */
const POLL_INTERVAL_MS = 1000

/** A page of the imports, newest first. */
export const importsQuery = ({ page }: Pick<ImportsParams, 'page'>) =>
  queryOptions({
    queryKey: ['imports', 'list', page],
    queryFn: ({ signal }) => call(contract.listImports, { page }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.results.some(contract.isUnderWay) ? POLL_INTERVAL_MS : false,
  })

const keyOf = (id: string) => ['imports', 'one', id]

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<contract.Import>(keyOf(id))
      const known = await call(contract.getImport, { id }, signal)
      if (before?.state === 'importing' && known.state !== 'importing') invalidateListings(client)
      return known
    },
    refetchInterval: ({ state: { data } }) =>
      data && contract.isUnderWay(data) ? POLL_INTERVAL_MS : false,
  })

/** The columns of an uploaded file, as its last check has read them. */
export const importColumnsQuery = ({ id, finished_at }: contract.Import) =>
  queryOptions({
    queryKey: ['imports', 'columns', id, finished_at],
    queryFn: ({ signal }) => call(getImportColumns, { id }, signal),
    placeholderData: keepPreviousData,
  })

/**
 * A page of an import's problems. The key contains the state of the import, because each check and
 * each import creates a new list of problems.
 */
export const problemsQuery = ({ id, state }: contract.Import, { problems, only }: ImportsParams) =>
  queryOptions({
    queryKey: ['imports', 'problems', id, state, { problems, only }],
    queryFn: ({ signal }) => {
      const outcome = only && ('record rejected' as const)
      return call(contract.listImportProblems, { id, page: problems, outcome }, signal)
    },
    placeholderData: keepPreviousData,
  })

interface Upload {
  file: File
  options: Omit<z.input<typeof contract.createImport.input>, 'file_name'>
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

export const uploadImport = mutationOptions({
  mutationFn: ({ file, options, signal, onProgress }: Upload, { client }) => {
    const input = { ...options, file_name: file.name }
    const upload = call(contract.createImport, input, signal, sendingFile(file, onProgress))
    return refetchAfter(client, show(client, upload), ['imports'])
  },
})

/** A step that an administrator starts on an uploaded file. */
interface ImportStep {
  id: string
  step: 'check' | 'apply'
  /** For a check: the columns to read the file with. */
  mapping?: Mapping | undefined
}

/** Starts a check or an import of an uploaded file on the server. */
export const stepImport = mutationOptions({
  mutationFn: ({ id, step, mapping }: ImportStep, { client }) => {
    const request =
      step === 'check'
        ? call(contract.checkImport, { id, mapping })
        : call(contract.applyImport, { id })
    return refetchAfter(client, show(client, request), ['imports'])
  },
})

export const discardImport = mutationOptions({
  mutationFn: async (id: string, { client }) => {
    await call(contract.discardImport, { id })
    // Invalidate only the list of imports. The discarded import no longer exists, so the server
    // would answer a refetch of the import with 404.
    void client.invalidateQueries({ queryKey: ['imports', 'list'] })
  },
})

export const fetchProblems = mutationOptions({
  mutationFn: ({ id, file_name }: contract.Import) => {
    const name = `${file_name.replace(/\.\w+$/, '')} - not used.csv`
    return downloadCsv(contract.downloadImportProblems, { id }, name)
  },
})

/**
 * Caches the import that the server returned, so that the page shows the import before the refetch.
 */
async function show(client: QueryClient, request: Promise<contract.Import>) {
  const known = await request
  client.setQueryData(importQuery(known.id).queryKey, known)
  return known
}
