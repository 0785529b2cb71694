import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { replaceBuild } from '#server/build/client-build.ts'
import { startServer } from '#tests/support/server.ts'

const DAY_MS = 24 * 60 * 60_000

let directory: string
let client: string
let earlier: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'engawa-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  client = join(directory, 'client')
  earlier = join(directory, 'earlier')
})

/** Simulates a deployment on `day`: replaces the build in the folder by a page and `assets`. */
function deploy(day: number, assets: string[]) {
  const build = join(directory, 'build')
  mkdirSync(join(build, 'assets'), { recursive: true })
  writeFileSync(join(build, 'index.html'), `built on day ${day}`)
  for (const asset of assets) {
    writeFileSync(join(build, 'assets', asset), `content of ${asset}`)
    writeFileSync(join(build, 'assets', `${asset}.br`), `compressed ${asset}`)
  }
  replaceBuild({ build, client, earlier, now: new Date(day * DAY_MS) })
}

async function openServer() {
  const { services } = await startServer()
  const app = createApp(services, { clientDirectory: client, earlierDirectory: earlier })
  return async (path: string) => {
    const answer = await app.request(path, { headers: { 'accept-encoding': 'br' } })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}

test('a tab of an earlier build still gets its assets, compressed and immutable', async () => {
  deploy(0, ['app-1.js', 'page-1.js'])
  const request = await openServer()
  deploy(1, ['app-2.js', 'page-1.js'])
  deploy(2, ['app-3.js'])

  expect((await request('/index.html')).text).toBe('built on day 2')
  for (const asset of ['app-1.js', 'app-2.js', 'page-1.js', 'app-3.js']) {
    const { status, text, headers } = await request(`/assets/${asset}`)
    expect({ asset, status, text }).toEqual({ asset, status: 200, text: `compressed ${asset}` })
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('cache-control')).toMatch('immutable')
  }
  expect((await request('/assets/app-4.js')).status).toBe(404)
})

test('the server keeps the assets of a build for thirty days after a newer build has replaced it', () => {
  const kept = () => readdirSync(join(earlier, 'assets')).filter((name) => name.endsWith('.js'))
  deploy(0, ['app-1.js'])
  deploy(100, ['app-2.js'])
  expect(kept()).toEqual(['app-1.js'])
  deploy(129, ['app-3.js'])
  expect(kept()).toEqual(['app-1.js', 'app-2.js'])
  deploy(131, ['app-4.js'])
  expect(kept()).toEqual(['app-2.js', 'app-3.js'])
  expect(readdirSync(join(earlier, 'assets'))).toContain('app-2.js.br')
})

test('the folder of a build contains only the files of this build, and no files of earlier builds', () => {
  deploy(0, ['app-1.js'])
  deploy(1, ['app-2.js'])
  expect(readdirSync(directory).sort()).toEqual(['client', 'earlier'])
  expect(readdirSync(join(client, 'assets'))).toEqual(['app-2.js', 'app-2.js.br'])
  expect(readFileSync(join(client, 'index.html'), 'utf8')).toBe('built on day 1')
})
