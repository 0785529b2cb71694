import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import type { Version } from '#contract/version.ts'

/** The file with the commit of the last build, in the folder of the project. */
const COMMIT_FILE = 'dist/commit'

/**
 * The version in `package.json`, and the commit of the last build. The commit comes from a file that
 * the build has written, because a running server may have no git, or no right to read the
 * repository.
 */
export function readVersion(root: string): Version {
  const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8'))
  const file = join(root, COMMIT_FILE)
  const commit = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  return { version, commit: commit || null }
}

/**
 * Identifies the code of a program, by its built file. The names of the modules that a built file
 * imports contain digests, so the file changes with them. A program that runs from the sources gets
 * another id each time, because its modules may have changed.
 */
export function identifyBuild(file: string) {
  return file.endsWith('.ts')
    ? randomUUID()
    : createHash('sha256').update(fs.readFileSync(file)).digest('hex')
}

/** Records the commit for {@link readVersion}. Outside git, records that it is unknown. */
export function recordCommit(root: string, env: NodeJS.ProcessEnv = process.env) {
  const file = join(root, COMMIT_FILE)
  fs.mkdirSync(join(file, '..'), { recursive: true })
  fs.writeFileSync(file, env.COMMIT || (findHead(root) ?? ''))
}

/**
 * The current commit of the repository whose root is this folder. Undefined without git, and if the
 * folder lies inside another repository, whose commits say nothing about this folder.
 */
function findHead(root: string) {
  try {
    const [path, commit] = execFileSync('git', ['rev-parse', '--show-prefix', 'HEAD'], {
      ...{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    }).split('\n')
    // Git prints an empty path for the root of a repository.
    return path === '' ? commit : undefined
  } catch {
    return undefined
  }
}
