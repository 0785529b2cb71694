/** Stripe's origins for its scripts, for the frames of banks, and for card data. */
const STRIPE = {
  scripts: 'https://js.stripe.com https://*.js.stripe.com',
  frames: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  calls: 'https://api.stripe.com',
}

interface Policy {
  /** Whether Stripe's script collects the card. */
  hasStripe: boolean
  /** Hashes of the page's inline styles and scripts. */
  styles?: string[]
  scripts?: string[]
}

/**
 * The policy of our pages: nothing from other origins, and no inline code except the given hashes.
 */
export function contentSecurityPolicy({ hasStripe, styles = [], scripts = [] }: Policy) {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts, ...(hasStripe ? [STRIPE.scripts] : [])].join(' '),
    ...(hasStripe ? [`frame-src ${STRIPE.frames}`] : []),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    hasStripe ? `connect-src 'self' ${STRIPE.calls}` : "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Switches off browser features that our pages do not need. Payment is left to Stripe's script. */
function permissionsPolicy(hasStripe: boolean) {
  const none = ['camera', 'microphone', 'geolocation', 'usb', 'serial'].map(
    (power) => `${power}=()`,
  )
  return [...none, hasStripe ? 'payment=(self "https://js.stripe.com")' : 'payment=()'].join(', ')
}

/** Default headers of every response. `hasStripe` allows Stripe's script. */
export function securityHeaders({ hasStripe }: { hasStripe: boolean }) {
  return {
    'content-security-policy': contentSecurityPolicy({ hasStripe }),
    'permissions-policy': permissionsPolicy(hasStripe),
    'x-content-type-options': 'nosniff',
    // Other sites must not learn from the referrer which listing a visitor came from.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** Only in production: on localhost, a browser would force HTTPS on every other server too. */
export const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
