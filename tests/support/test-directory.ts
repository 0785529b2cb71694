import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty folder for the current test, or in its `beforeEach`. Removed after the test. */
export function testDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'engawa-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}
