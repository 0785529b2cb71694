import { getOverview } from '#contract/overview.ts'
import type { Serve } from '#server/http/serve.ts'
import { openOverview } from '../overview/overview.ts'
import type { Services } from '../services.ts'

export function overviewRoutes(serve: Serve, services: Services) {
  serve(getOverview, openOverview(services))
}
