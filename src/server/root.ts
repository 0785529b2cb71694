import { fileURLToPath } from 'node:url'

/** The folder of the project: two levels above this file, and above the built server. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
