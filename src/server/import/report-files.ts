import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem, Report } from './report.ts'

/** The files in which an import leaves its report and what it could not use, named by its time. */
export function openReportFiles(directory: string, now: Date) {
  mkdirSync(directory, { recursive: true })
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const rejectedPath = join(directory, `${time}-rejected.jsonl`)
  const reportPath = join(directory, `${time}-report.json`)
  let hasProblems = false

  return {
    /** One JSON object on a line for each. */
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
