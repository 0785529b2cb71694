/** Where Stripe's script comes from, what it opens for banks, and where it sends the card. */
const STRIPE = {
  scripts: 'https://js.stripe.com https://*.js.stripe.com',
  frames: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  calls: 'https://api.stripe.com',
}

interface Policy {
  /** Where cards are Stripe's to read. */
  hasStripe: boolean
  /** Digests of what is inline in a page. */
  styles?: string[]
  scripts?: string[]
}

/** What a page of ours may load, and what may be done with it: nothing from elsewhere, nothing inline but what is named. */
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

/** Powers that no page of ours needs; paying is left to Stripe's script. */
function permissionsPolicy(hasStripe: boolean) {
  const none = ['camera', 'microphone', 'geolocation', 'usb', 'serial'].map(
    (power) => `${power}=()`,
  )
  return [...none, hasStripe ? 'payment=(self "https://js.stripe.com")' : 'payment=()'].join(', ')
}

/** Sent with every answer, unless its route says otherwise; `hasStripe` where cards are Stripe's to read. */
export function securityHeaders({ hasStripe }: { hasStripe: boolean }) {
  return {
    'content-security-policy': contentSecurityPolicy({ hasStripe }),
    'permissions-policy': permissionsPolicy(hasStripe),
    'x-content-type-options': 'nosniff',
    // The listing somebody looks at is nobody else's business.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** Only in production: a browser would hold it against every other server on localhost. */
export const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
