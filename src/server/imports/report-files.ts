import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'
import type { Report } from '#server/db/import-columns.ts'
import type { Problem } from './report.ts'

export function reportPaths(directory: string, name: string) {
  return {
    reportPath: join(directory, `${name}-report.json`),
    rejectedPath: join(directory, `${name}-rejected.jsonl`),
  }
}

export async function removeReportFiles(directory: string, name: string) {
  const paths = Object.values(reportPaths(directory, name))
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}

export function nameByTime(now: Date) {
  return format(now, "yyyy-MM-dd'T'HH-mm-ss", { in: utc })
}

/**
 * Writes the report files of an import. Overwrites the files of an earlier run with the same name.
 */
export function openReportFiles(directory: string, name: string) {
  mkdirSync(directory, { recursive: true })
  const { rejectedPath, reportPath } = reportPaths(directory, name)
  rmSync(rejectedPath, { force: true })
  let hasProblems = false

  return {
    addProblems(problems: Problem[]) {
      const lines = problems.map((problem) => `${JSON.stringify(problem)}\n`)
      appendFileSync(rejectedPath, lines.join(''))
      hasProblems = true
    },

    finish(report: Report) {
      const rejected = hasProblems ? rejectedPath : null
      const text = JSON.stringify({ ...report, details: rejected }, null, 2)
      writeFileSync(reportPath, `${text}\n`)
      return { reportPath, rejectedPath: rejected }
    },
  }
}

export type ReportFiles = ReturnType<typeof openReportFiles>
