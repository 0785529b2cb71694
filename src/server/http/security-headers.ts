/**
 * Stripe's origins: for its scripts, for frames in which a bank confirms a payment, and for API
 * calls with card data.
 */
const STRIPE = {
  scripts: 'https://js.stripe.com https://*.js.stripe.com',
  frames: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  calls: 'https://api.stripe.com',
}

/** The origins from which pages may load files, besides the site's own origin. */
export interface OutsideSources {
  /**
   * Whether pages load Stripe's own script to collect the card. The sandbox needs no such script.
   */
  hasStripe: boolean
  /** The origin of the operator's street map, if it differs from the site's own origin. */
  basemap?: string | undefined
}

interface Policy extends OutsideSources {
  styles?: string[]
  scripts?: string[]
}

/**
 * The content security policy of Engawa's pages. Pages may load only from the site itself and from
 * `OutsideSources`. Inline code runs only if its hash is given.
 */
export function contentSecurityPolicy({ hasStripe, basemap, styles = [], scripts = [] }: Policy) {
  const calls = ["'self'", ...(hasStripe ? [STRIPE.calls] : []), ...(basemap ? [basemap] : [])]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts, ...(hasStripe ? [STRIPE.scripts] : [])].join(' '),
    ...(hasStripe ? [`frame-src ${STRIPE.frames}`] : []),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    `connect-src ${calls.join(' ')}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Switches off browser features that Engawa's pages do not need. Only this site and Stripe's script
 * may use the payment feature.
 */
function permissionsPolicy(hasStripe: boolean) {
  const none = ['camera', 'microphone', 'usb', 'serial'].map((power) => `${power}=()`)
  // Allow the site to ask for the visitor's position. The map uses the position to find houses
  // nearby, and the visitor's notes use the position to record where a house is. Pages ask only
  // after a tap.
  return [
    ...none,
    'geolocation=(self)',
    hasStripe ? 'payment=(self "https://js.stripe.com")' : 'payment=()',
  ].join(', ')
}

/** Default headers of every response. */
export function securityHeaders(sources: OutsideSources) {
  return {
    'content-security-policy': contentSecurityPolicy(sources),
    'permissions-policy': permissionsPolicy(sources.hasStripe),
    'x-content-type-options': 'nosniff',
    // Send no referrer to other sites, because a referrer would reveal which listing a visitor came
    // from.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/**
 * The HSTS header. Only production sends it, because on localhost the browser would also force
 * HTTPS on every other server of the developer.
 */
export const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
