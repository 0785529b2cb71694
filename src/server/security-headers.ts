/** What a page of ours may load, and what may be done with it: nothing from elsewhere, no inline script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Powers that no page of ours needs. */
const PERMISSIONS_POLICY = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial']
  .map((power) => `${power}=()`)
  .join(', ')

/** Sent with every answer, unless its route says otherwise. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'permissions-policy': PERMISSIONS_POLICY,
  'x-content-type-options': 'nosniff',
  // The listing somebody looks at is nobody else's business.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Only in production: a browser would hold it against every other server on localhost. */
export const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
