import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder for the test that asks for it, or that its `beforeEach` prepares; it goes with it. */
export function testDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'engawa-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}
