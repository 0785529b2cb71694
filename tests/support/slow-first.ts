import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the test files of each project that contain a comment `Slow:` before its other files. By
 * default, a file of which Vitest knows no duration runs early if it is long. A short file with a
 * slow test would run last, while the other workers have nothing to do.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const names = [...new Set(sorted.map(({ project }) => project.name))]
    return names.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name)
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))]
    })
  }
}

function isSlow({ moduleId }: TestSpecification) {
  return readFileSync(moduleId, 'utf8').includes('// Slow:')
}
