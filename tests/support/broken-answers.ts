import type { Answer } from './network.ts'

interface BrokenAnswer extends Answer {
  /** The text that the app shows for this response. */
  text: string
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const JSON_TYPE = { 'content-type': 'application/json' }

const STATUS_TEXTS: Record<number, string> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  511: 'Network Authentication Required',
}

/** The bodies of responses, and the text that the app shows. Without a text, it shows the status. */
const BODIES: (Pick<Answer, 'headers' | 'body'> & { text?: string })[] = [
  {},
  { body: 'Out of order', text: 'Out of order' },
  {
    headers: HTML,
    body: '<title>Closed for repairs</title><h1>Oops</h1>',
    text: 'Closed for repairs',
  },
  { headers: HTML, body: '<h1>Oops</h1>' },
  { headers: JSON_TYPE, body: '{"detail":"Not today"}', text: 'Not today' },
  { headers: JSON_TYPE, body: '{"detail":{"code":7}}', text: '{"code":7}' },
  { headers: JSON_TYPE, body: '{"detail":[{"msg":"long"}]}', text: '[{"msg":"long"}]' },
  { headers: JSON_TYPE, body: '{"error":"no"}', text: '{"error":"no"}' },
]

/** Responses in each combination of status and body that the app cannot use as data. */
export const BROKEN_ANSWERS: BrokenAnswer[] = [
  ...Object.entries(STATUS_TEXTS).flatMap(([status, statusText]) =>
    BODIES.filter(({ headers }) => status !== '200' || headers !== JSON_TYPE).map(
      ({ text = `API request failed: ${status} ${statusText}`, ...answer }) => ({
        ...answer,
        status: Number(status),
        text,
      }),
    ),
  ),
  {
    status: 302,
    headers: { location: 'https://elsewhere.example/' },
    text: 'API request failed: redirected',
  },
]
