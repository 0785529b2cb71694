import { roundEstimate } from '#contract/converted-price.ts'
import type { Display } from '#contract/display.ts'
import { LINK_PREVIEW } from '#contract/photos.ts'
import { sharedTitle } from '#contract/shared-title.ts'
import type { SharedListing } from '#contract/sharing.ts'

const SITE = 'Engawa'

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const yen = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'JPY' })
const squareMetres = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/**
 * The page's title and Open Graph tags for one listing, which chat programs show as a preview of
 * the link (https://ogp.me). `address` is the canonical URL, which chat programs follow.
 */
export function describeListing(listing: SharedListing, address: string) {
  const title = sharedTitle(listing)
  const description = summarise(listing)
  const { origin } = new URL(address)
  const { photo } = listing
  return head(`${title} · ${SITE}`, [
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', SITE),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    ...(photo
      ? describePicture(`${origin}/images/${photo.path}?w=${LINK_PREVIEW.width}`, title)
      : []),
    meta('name', 'twitter:card', photo ? 'summary_large_image' : 'summary'),
  ])
}

/** The title and tags for a link to a house that cannot be shown. `sentence` is the reason. */
export function describeMissing(sentence: string) {
  return head(`House not found · ${SITE}`, [
    meta('name', 'description', sentence),
    meta('name', 'robots', 'noindex'),
  ])
}

function summarise(listing: SharedListing) {
  const { 'Building - Layout': layout, 'Building - Area': area } = listing
  const { 'Land - Area': land, 'Construction Year': year } = listing
  const facts = [
    listing.sample && 'Sample',
    statePrice(listing),
    listing.status === 'negotiating' && 'Under negotiation',
    layout,
    area && `${squareMetres.format(area)} m²`,
    land && `${squareMetres.format(land)} m² land`,
    year && `built ${year}`,
  ]
  return facts.filter(Boolean).join(' · ')
}

function statePrice(listing: SharedListing) {
  const { 'Sale Price': price, 'Sale Price Yen': priceYen, offer, rentYen, display } = listing
  if (offer === 'rent') return rentYen ? `${yen.format(rentYen)} a month` : 'Rent not stated'
  if ((priceYen ?? price) === 0) return 'Free'
  const limit = listing.priceLimit ? `${listing.priceLimit} ` : ''
  if (priceYen === null) return price === null ? 'Price not stated' : limit + dollars.format(price)
  const converted = display && ` (about ${dollars.format(inDollars(priceYen, display))})`
  return limit + yen.format(priceYen) + (converted ?? '')
}

function inDollars(yen: number, { per_yen }: Display) {
  return Math.round(roundEstimate(yen * per_yen))
}

/** The tags of a page's preview picture, a JPEG of the size `LINK_PREVIEW`. */
function describePicture(address: string, alt: string) {
  return [
    meta('property', 'og:image', address),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', LINK_PREVIEW.width),
    meta('property', 'og:image:height', LINK_PREVIEW.height),
    meta('property', 'og:image:alt', alt),
  ]
}

/**
 * The description of a public page, and its Open Graph tags. The picture shows the product: its list
 * of sample houses (`public/link-preview.jpg`).
 */
export function describePublicPage(
  { title, description }: { title: string; description: string },
  address: string,
) {
  const { origin } = new URL(address)
  return [
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', SITE),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    ...describePicture(`${origin}/link-preview.jpg`, 'The list of houses in Engawa'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('\n    ')
}

/** The contents of two replaceable sections (slots) of the page: `title` and `description`. */
function head(title: string, tags: string[]) {
  return { title: `<title>${escapeHtml(title)}</title>`, description: tags.join('\n    ') }
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

export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
