import { serveHostedInvoice } from '../hosted-invoice.ts'
import type { StripeError } from '../refusals.ts'
import type { RequestOptions } from './requests.ts'

/** The path of the sandbox on the product's server. */
const MOUNTED_AT = '/sandbox'

interface Api {
  fetch: (request: Request) => Response | Promise<Response>
}

/** Serves the API to browsers. Browsers may use only the publishable key. */
export function servingBrowsers({
  api,
  world,
  keys: { publishableKey },
}: {
  api: Api
} & Pick<RequestOptions, 'keys' | 'world'>) {
  const authorization = `Bearer ${publishableKey}`

  function answerBank(intent: string, fields: Record<string, string>) {
    const body = new URLSearchParams(fields)
    const address = `http://sandbox/3ds/${intent}`
    return api.fetch(new Request(address, { method: 'POST', headers: { authorization }, body }))
  }

  return async (request: Request) => {
    const page = await serveHostedInvoice(request, world, answerBank)
    if (page) return page
    if (request.headers.get('authorization') !== authorization) {
      const error: StripeError = {
        type: 'invalid_request_error',
        message: 'Browsers need the publishable API key.',
      }
      return Response.json({ error }, { status: 401, headers: { 'cache-control': 'no-store' } })
    }
    const address = new URL(request.url)
    address.pathname = address.pathname.replace(MOUNTED_AT, '')
    return api.fetch(new Request(address, request))
  }
}
