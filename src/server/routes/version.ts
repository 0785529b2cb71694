import { getVersion } from '#contract/version.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'

export function versionRoutes(serve: Serve, { version }: Services) {
  serve(getVersion, async () => version)
}
