import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const Version = z.object({
  /** The version in `package.json`, such as `1.0.0`. */
  version: z.string(),
  /** The git commit of the last build. Null if the build did not know it. */
  commit: z.nullable(z.string()),
})
export type Version = z.output<typeof Version>

/** The version that the server runs. Public, so that a bug report can name it. */
export const getVersion = endpoint({
  method: 'GET',
  path: '/version',
  access: 'public',
  input: z.object({}),
  output: Version,
})
