import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { now } from '#client/browser/clock.ts'
import * as contract from '#contract/sources.ts'
import { refetchAfter } from './refetch-after.ts'

/** The polling interval while a source runs, or is about to run, in milliseconds. */
const POLL_INTERVAL_MS = 2000

const SOURCES = ['sources', 'list']

export const sourcesQuery = queryOptions({
  queryKey: SOURCES,
  queryFn: ({ signal }) => call(contract.listSources, {}, signal),
  refetchInterval: ({ state: { data } }) =>
    data?.results.some(isWorking) ? POLL_INTERVAL_MS : false,
})

function isWorking({ running_since, is_paused, next_run_at }: contract.ScheduledSource) {
  return running_since !== null || (!is_paused && Date.parse(next_run_at) <= now().getTime())
}

/** A page of a source's runs. The last run is a part of the key, because it adds a run. */
export const sourceRunsQuery = (
  { id, last_run }: contract.ScheduledSource,
  page: number | undefined,
) =>
  queryOptions({
    queryKey: ['sources', 'runs', id, last_run?.id, page],
    queryFn: ({ signal }) => call(contract.listSourceRuns, { id, page }, signal),
    placeholderData: keepPreviousData,
  })

type Settings = z.input<typeof contract.createSource.input>

/** Adds a source, or changes the source with this id. */
export const saveSource = mutationOptions({
  mutationFn: ({ id, settings }: { id: string | undefined; settings: Settings }, { client }) =>
    refetchAfter(
      client,
      id === undefined
        ? call(contract.createSource, settings)
        : call(contract.editSource, { id, ...settings }),
      SOURCES,
    ),
})

const STEPS = {
  run: contract.runSource,
  pause: contract.pauseSource,
  resume: contract.resumeSource,
}

export const stepSource = mutationOptions({
  mutationFn: ({ id, step }: { id: string; step: keyof typeof STEPS }, { client }) =>
    refetchAfter(client, call(STEPS[step], { id }), SOURCES),
})

export const deleteSource = mutationOptions({
  mutationFn: (id: string, { client }) =>
    refetchAfter(client, call(contract.deleteSource, { id }), SOURCES),
})
