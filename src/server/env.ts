import * as z from 'zod/mini'
import { OperatorError } from './operator-error.ts'

/** The configuration, which comes from environment variables only. */
export interface Environment {
  isProduction: boolean
  port: number
  host: string
  /** Holds the embedded database and the pictures. */
  dataDirectory: string
  /** `postgres://…`, or undefined for the embedded database. */
  databaseUrl: string | undefined
  /** Where people reach Engawa, when that is not the address it listens on. */
  publicUrl: string | undefined
  jpyPerUsd: number
  hasSampleData: boolean
  hasDemoAccounts: boolean
  /** Whether the AVIF copies of photos are made here; in production one of several processes is enough. */
  makesAvif: boolean
}

/** About the rate of the sample catalogue's prices; set it before importing real listings. */
const JPY_PER_USD = 150

const PORT_RULE = 'must be a whole number from 0 to 65535'
const RATE_RULE = 'must be a number above 0, the yen that a dollar buys'
const onOrOff = z.optional(z.enum(['on', 'off'], 'must be on or off'))

const Variables = z.object({
  NODE_ENV: z.optional(
    z.enum(['development', 'production', 'test'], 'must be development, production or test'),
  ),
  PORT: z._default(
    z.coerce
      .number(PORT_RULE)
      .check(z.int(PORT_RULE), z.gte(0, PORT_RULE), z.lte(65535, PORT_RULE)),
    3000,
  ),
  HOST: z.optional(z.string()),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user@host/database' }),
  ),
  PUBLIC_URL: z.optional(
    z.url({ protocol: /^https?$/, error: 'must look like https://engawa.example' }),
  ),
  JPY_PER_USD: z._default(z.coerce.number(RATE_RULE).check(z.gt(0, RATE_RULE)), JPY_PER_USD),
  SAMPLE_DATA: onOrOff,
  DEMO_ACCOUNTS: onOrOff,
  AVIF_COPIES: onOrOff,
})

/** Reads the configuration; throws one error that names every fault in it. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  // An empty variable is one that is not set.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const read = Variables.safeParse(given)
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
    throw new OperatorError(`The configuration is not valid:\n${faults.join('\n')}`)
  }
  const { data } = read
  const isProduction = data.NODE_ENV === 'production'
  // What is made up has no place among what is real, unless somebody says so.
  const unlessProduction = isProduction ? 'off' : 'on'
  return {
    isProduction,
    port: data.PORT,
    host: data.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDirectory: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL,
    jpyPerUsd: data.JPY_PER_USD,
    hasSampleData: (data.SAMPLE_DATA ?? unlessProduction) === 'on',
    hasDemoAccounts: (data.DEMO_ACCOUNTS ?? unlessProduction) === 'on',
    makesAvif: data.AVIF_COPIES !== 'off',
  }
}
