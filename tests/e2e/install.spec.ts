import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'

interface ManifestImage {
  src: string
  sizes: string
  type: string
}

interface Manifest {
  icons: ManifestImage[]
  shortcuts: { url: string; icons: ManifestImage[] }[]
}

async function manifestOf(page: Page) {
  const answer = await page.request.get('/manifest.webmanifest')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  return (await answer.json()) as Manifest
}

test('the browser reads the manifest without a fault, and the page names one', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1)
  const devtools = await page.context().newCDPSession(page)
  const { url, errors } = await devtools.send('Page.getAppManifest')
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  expect(errors).toEqual([])
})

test('every picture of the manifest is there, as large as it says and of its type', async ({
  page,
}) => {
  const { icons, shortcuts } = await manifestOf(page)
  for (const { src, sizes, type } of [
    ...icons,
    ...shortcuts.flatMap((shortcut) => shortcut.icons),
  ]) {
    const answer = await page.request.get(src)
    expect(answer.status(), src).toBe(200)
    expect(answer.headers()['content-type']?.split(';')[0], src).toBe(type)
    const { width, height, format } = await sharp(await answer.body()).metadata()
    expect(type, src).toContain(format)
    if (sizes !== 'any') expect(`${width}x${height}`, src).toBe(sizes)
  }
})

test('the icon of an iPhone’s home screen is there', async ({ page }) => {
  await page.goto('/login')
  const link = page.locator('link[rel=apple-touch-icon]')
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  const { width, height, hasAlpha } = await sharp(await answer.body()).metadata()
  expect({ width, height, hasAlpha }).toEqual({ width: 180, height: 180, hasAlpha: false })
})
