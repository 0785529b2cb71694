import { beforeEach, expect, test } from 'vitest'
import { FREE_LISTINGS } from '#contract/choices.ts'
import { createApp } from '#server/app.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

async function readSitemap() {
  const response = await server.fetch('/sitemap.xml')
  expect(response.headers.get('content-type')).toContain('application/xml')
  return [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
}

test('robots.txt forbids crawlers to open private pages, and states the address of the sitemap', async () => {
  const text = await (await server.fetch('/robots.txt')).text()
  for (const path of ['/v1/', '/favorites', '/account', '/admin/', '/subscription/']) {
    expect(text).toContain(`\nDisallow: ${path}\n`)
  }
  expect(text).toContain('\nSitemap: https://engawa.example/sitemap.xml\n')
})

test('the sitemap lists the public pages and the free houses, and no other house', async () => {
  expect(await readSitemap()).toEqual([
    'https://engawa.example/free-preview',
    'https://engawa.example/buying',
    'https://engawa.example/register',
    'https://engawa.example/login',
  ])
  for (let at = 0; at < FREE_LISTINGS + 2; at++) await server.addListing({ id: `house-${at}` })
  await server.addListing({ id: 'hidden', hiddenAt: new Date() })
  const houses = (await readSitemap()).slice(4)
  expect(houses).toHaveLength(FREE_LISTINGS)
  for (const url of houses) expect(url).toMatch(/^https:\/\/engawa\.example\/listings\/house-\d+$/)
})

test('security.txt says where to report a vulnerability, and when it expires', async () => {
  const app = createApp(server.services, { securityContact: 'mailto:security@engawa.example' })
  const response = await app.request('/.well-known/security.txt')
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/i)
  expect(await response.text()).toBe(
    [
      'Contact: mailto:security@engawa.example',
      'Expires: 2026-07-14T00:00:00.000Z',
      'Preferred-Languages: en, ja',
      'Canonical: https://engawa.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
  expect((await server.fetch('/.well-known/security.txt')).status).toBe(404)
})
