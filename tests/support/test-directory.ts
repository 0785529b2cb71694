import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'

/**
 * Creates an empty folder for the current test. Call this in the test or in `beforeEach`. The
 * folder is removed after the test.
 */
export function testDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'engawa-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** Creates a data folder with an empty embedded database for the current test. */
export function testDataFolder() {
  const directory = testDirectory()
  addEmptyDatabase(directory)
  return directory
}

/** Copies an empty embedded database into a data folder. */
export function addEmptyDatabase(dataFolder: string) {
  const template = inject('embeddedTemplate')
  if (!template) throw new Error('This project has no template of an embedded database')
  cpSync(join(template, 'database'), join(dataFolder, 'database'), { recursive: true })
}
