import { PHOTO_WIDTHS } from '#contract/photos.ts'
import { sharedTitle } from '#contract/shared-title.ts'
import type { SharedListing } from '#contract/sharing.ts'

const SITE = 'Engawa'
/** Width of the largest copy of a photo, in pixels. */
const PICTURE_WIDTH = Math.max(...PHOTO_WIDTHS)

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const yen = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'JPY' })
const squareMetres = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/**
 * The client's page with Open Graph tags for one listing, which chat programs show as a preview of
 * the link (https://ogp.me). `address` is the canonical URL, which chat programs follow.
 */
export function unfurl(page: string, listing: SharedListing, address: string) {
  const title = sharedTitle(listing)
  const description = describe(listing)
  const { origin } = new URL(address)
  const { photo } = listing
  return withHead(page, `${title} · ${SITE}`, [
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', SITE),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    ...(photo ? describePicture(photo, title, origin) : []),
    meta('name', 'twitter:card', photo ? 'summary_large_image' : 'summary'),
  ])
}

/** The client's page for a link without a house. `sentence` says why. */
export function unfurlNothing(page: string, sentence: string) {
  return withHead(page, `House not found · ${SITE}`, [
    meta('name', 'description', sentence),
    meta('name', 'robots', 'noindex'),
  ])
}

function describe(listing: SharedListing) {
  const { 'Sale Price': price, 'Sale Price Yen': priceYen, 'Building - Layout': layout } = listing
  const { 'Building - Area': area, 'Land - Area': land, 'Construction Year': year } = listing
  const prices = [
    price === null ? 'Price on request' : dollars.format(price),
    priceYen !== null && `(${yen.format(priceYen)})`,
  ]
  const facts = [
    listing.sample && 'Sample',
    prices.filter(Boolean).join(' '),
    layout,
    area && `${squareMetres.format(area)} m²`,
    land && `${squareMetres.format(land)} m² land`,
    year && `built ${year}`,
  ]
  return facts.filter(Boolean).join(' · ')
}

function describePicture(
  { path, width, height }: NonNullable<SharedListing['photo']>,
  title: string,
  origin: string,
) {
  // Copies of drawings always have full width. Copies of photos are never wider than the photo.
  const shownWidth = path.endsWith('.svg') ? PICTURE_WIDTH : Math.min(PICTURE_WIDTH, width)
  return [
    meta('property', 'og:image', `${origin}/images/${path}?w=${PICTURE_WIDTH}`),
    meta('property', 'og:image:type', 'image/webp'),
    meta('property', 'og:image:width', shownWidth),
    meta('property', 'og:image:height', Math.round((height / width) * shownWidth)),
    meta('property', 'og:image:alt', title),
  ]
}

/** Replaces the page's title, and its description by `tags`. */
function withHead(page: string, title: string, tags: string[]) {
  // The replacements are functions, because `$&` in a title would otherwise act as a replacement
  // pattern.
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () => tags.join('\n    '))
}

function meta(kind: 'name' | 'property', name: string, content: string | number) {
  return `<meta ${kind}="${name}" content="${escapeHtml(String(content))}" />`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
