import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Small files with slow tests. Without a record of earlier runs, as on CI, Vitest starts the largest
 * files of a project first. It would start these files late, and one worker would end alone.
 */
const SLOW_FILES = [
  'server/embedded/import-command',
  'server/embedded/server-process',
  'server/embedded/backup-command',
  'server/hostile-requests',
  'server/postgres/several-processes',
].map((name) => `/tests/${name}.test.ts`)

/** Orders test files like Vitest, but starts the slow files of each project first. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))]
    })
  }
}

function isSlow({ moduleId }: TestSpecification) {
  return SLOW_FILES.some((name) => moduleId.endsWith(name))
}
