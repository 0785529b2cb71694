import * as contract from '#contract/imports.ts'
import { getImportColumns } from '#contract/mapping.ts'
import type { Serve } from '#server/http/serve.ts'
import { Download } from '../http/output.ts'
import type { Services } from '../services.ts'

export function importRoutes(serve: Serve, { imports }: Services) {
  serve(contract.listImports, ({ input }) => imports.list(input))

  serve(contract.createImport, ({ caller, ip, file, input }) =>
    imports.upload(
      { user: caller.user, ip },
      {
        fileName: input.file_name,
        content: file,
        options: {
          format: input.format,
          source: input.source,
          asOf: input.as_of,
          jpyPerUsd: input.jpy_per_usd,
          full: input.full ?? false,
          keepSamples: input.keep_samples ?? false,
          rents: input.rents ?? false,
          categories: input.categories ?? ['house'],
        },
      },
    ),
  )

  serve(contract.getImport, ({ input: { id } }) => imports.find(id))

  serve(contract.checkImport, ({ caller: { user }, ip, input: { id, mapping } }) =>
    imports.check({ user, ip }, id, mapping),
  )

  serve(getImportColumns, async ({ input: { id } }) => {
    const { canBeMapped, ...columns } = await imports.columns(id)
    return { can_be_mapped: canBeMapped, ...columns }
  })

  serve(contract.applyImport, ({ caller: { user }, ip, input: { id } }) =>
    imports.apply({ user, ip }, id),
  )

  serve(contract.discardImport, async ({ caller: { user }, ip, input: { id } }) => {
    await imports.discard({ user, ip }, id)
    return {}
  })

  serve(contract.listImportProblems, ({ input: { id, ...which } }) => imports.problems(id, which))

  serve(
    contract.downloadImportProblems,
    async ({ input: { id } }) =>
      new Download('rejected-rows.csv', 'text/csv; charset=utf-8', await imports.problemsAsCsv(id)),
  )
}
