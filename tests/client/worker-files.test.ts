import { expect, test } from 'vitest'
import { isOwnFile } from '#client/service-worker/own-files.ts'

const FILES = [
  { url: 'index.html', revision: '1' },
  { url: 'assets/index-abc.js', revision: null },
]
const html = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
const OWN_PAGE = '<!doctype html><link rel="modulepreload" href="/assets/index-abc.js">'

test.each<[string, string, Response, boolean]>([
  ['the page of this build', '/index.html', html(OWN_PAGE), true],
  ['the page of another build', '/index.html', html(OWN_PAGE.replace('abc', 'xyz')), false],
  ['the page of a portal', '/index.html', html('<h1>Free WLAN</h1>'), false],
  ['a page of an error', '/index.html', html(OWN_PAGE, 502), false],
  ['a script', '/assets/index-abc.js', new Response('export {}'), true],
  ['the page of a portal in place of a script', '/assets/index-abc.js', html('<h1>Wi-Fi'), false],
])(
  'the service worker caches %s only if it belongs to this build',
  async (_what, path, response, isKept) => {
    expect(await isOwnFile(path, response, FILES)).toBe(isKept)
    // The worker caches the body after the check, so the check must not read the body.
    expect(response.bodyUsed).toBe(false)
  },
)
