import * as contract from '#contract/sources.ts'
import type { Serve } from '#server/http/serve.ts'
import {
  createSource,
  deleteSource,
  editSource,
  makeDue,
  setPaused,
} from '#server/sources/edit-sources.ts'
import { listRuns, listSchedules } from '#server/sources/rows.ts'
import type { Services } from '../services.ts'

export function sourceRoutes(serve: Serve, { db, now, sources }: Services) {
  const { folder, rules, wake } = sources
  const services = { db, now, folder, rules }

  serve(contract.listSources, async () => ({ results: await listSchedules(services), folder }))

  serve(contract.createSource, ({ caller: { user }, ip, input }) =>
    createSource(services, { user, ip }, input),
  )

  serve(contract.editSource, ({ caller: { user }, ip, input }) =>
    editSource(services, { user, ip }, input),
  )

  serve(contract.deleteSource, async ({ caller: { user }, ip, input: { id } }) => {
    await deleteSource(services, { user, ip }, id)
    return {}
  })

  serve(contract.runSource, async ({ caller: { user }, ip, input: { id } }) => {
    const source = await makeDue(services, { user, ip }, id)
    wake()
    return source
  })

  serve(contract.pauseSource, ({ caller: { user }, ip, input: { id } }) =>
    setPaused(services, { user, ip }, { id, isPaused: true }),
  )

  serve(contract.resumeSource, async ({ caller: { user }, ip, input: { id } }) => {
    const source = await setPaused(services, { user, ip }, { id, isPaused: false })
    wake()
    return source
  })

  serve(contract.listSourceRuns, ({ input }) => listRuns(db, input))
}
