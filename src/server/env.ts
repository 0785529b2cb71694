import { BlockList } from 'node:net'
import * as z from 'zod/mini'
import { hasUnprintable } from '#contract/query-values.ts'
import { OperatorError } from './errors/operator-error.ts'
import type { MailAddress } from './mail/mail.ts'
import { readNetworks } from './network/client-address.ts'
import {
  findPaymentFaults,
  PaymentVariables,
  type StripeSettings,
  toStripeSettings,
} from './payments/settings.ts'

/** The configuration, which comes from environment variables only. */
export interface Environment {
  isProduction: boolean
  port: number
  host: string
  /** Holds the embedded database and the pictures. */
  dataDirectory: string
  /** `postgres://…`, or undefined for the embedded database. */
  databaseUrl: string | undefined
  /** Where people reach Engawa; undefined, outside production, for the address it listens on. */
  publicUrl: string | undefined
  /** The proxies in front of Engawa, whose word on where a request comes from is taken. */
  trustedProxies: BlockList
  /** For how long a process that is told to stop goes on, while proxies notice; milliseconds. */
  drainTime: number
  /** `smtp://…` or `smtps://…`, or undefined to write mails to files. */
  smtpUrl: string | undefined
  mailFrom: MailAddress
  /** Null for the sandbox. */
  stripe: StripeSettings | null
  jpyPerUsd: number
  hasSampleData: boolean
  hasDemoAccounts: boolean
  /** Where the figures of this process are shown; null for nowhere. */
  metrics: { host: string; port: number } | null
  /** Whether what is printed is for machines. */
  logsJson: boolean
  /** Whether the AVIF copies of photos are made here; in production one of several processes is enough. */
  makesAvif: boolean
}

/** In production, for how long a stop is announced: longer than `deploy/nginx.conf` keeps a connection idle; seconds. */
const DRAIN_SECONDS = 5
/** About the rate of the sample catalogue's prices; set it before importing real listings. */
const JPY_PER_USD = 150

const PORT_RULE = 'must be a whole number from 0 to 65535'
const RATE_RULE = 'must be a number above 0, the yen that a dollar buys'
const DRAIN_RULE = 'must be a number from 0 to 300, in seconds'
const PROXIES_RULE = 'must be addresses or networks, such as 127.0.0.1,10.0.0.0/8'
const FROM_RULE = 'must look like Engawa <post@engawa.example>'
/** Who mails are from that are only written to files. */
const NOBODY = { name: 'Engawa', address: 'engawa@localhost' }
const onOrOff = z.optional(z.enum(['on', 'off'], 'must be on or off'))

/** An address, or a name and an address in angle brackets. */
const SENDER = /^(?:[^<>@",;:\\]+<[^\s<>@,;:"]+@[^\s<>@,;:"]+>|[^\s<>@,;:"]+@[^\s<>@,;:"]+)$/
const Sender = z.pipe(
  z.string().check(z.refine((text) => SENDER.test(text) && !hasUnprintable(text), FROM_RULE)),
  z.transform((text): MailAddress => {
    const [, name = '', address = text] = text.match(/^(.+)<(.+)>$/) ?? []
    return { name: name.trim(), address }
  }),
)

const Networks = z.pipe(
  z.string().check(z.refine((text) => readNetworks(text) !== null, PROXIES_RULE)),
  z.transform((text) => readNetworks(text) ?? new BlockList()),
)

const Port = z.coerce
  .number(PORT_RULE)
  .check(z.int(PORT_RULE), z.gte(0, PORT_RULE), z.lte(65535, PORT_RULE))

const Variables = z.extend(PaymentVariables, {
  NODE_ENV: z.optional(
    z.enum(['development', 'production', 'test'], 'must be development, production or test'),
  ),
  PORT: z._default(Port, 3000),
  HOST: z.optional(z.string()),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user@host/database' }),
  ),
  PUBLIC_URL: z.optional(
    z.url({ protocol: /^https?$/, error: 'must look like https://engawa.example' }),
  ),
  TRUSTED_PROXIES: z.optional(Networks),
  DRAIN_SECONDS: z.optional(
    z.coerce.number(DRAIN_RULE).check(z.gte(0, DRAIN_RULE), z.lte(300, DRAIN_RULE)),
  ),
  SMTP_URL: z.optional(
    z.url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must look like smtps://user:password@mail.example',
    }),
  ),
  MAIL_FROM: z.optional(Sender),
  MAIL_TO_FILES: onOrOff,
  JPY_PER_USD: z._default(z.coerce.number(RATE_RULE).check(z.gt(0, RATE_RULE)), JPY_PER_USD),
  SAMPLE_DATA: onOrOff,
  DEMO_ACCOUNTS: onOrOff,
  METRICS_PORT: z.optional(Port),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  LOG: z.optional(z.enum(['text', 'json'], 'must be text or json')),
  AVIF_COPIES: onOrOff,
})

const Configuration = Variables.check(
  z.refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, {
    path: ['MAIL_FROM'],
    error: 'is needed beside SMTP_URL',
    // Also when something else is wrong: all faults are named at once.
    when: () => true,
  }),
)

/** Reads the configuration; throws one error that names every fault in it. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  // An empty variable is one that is not set.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const isProduction = given.NODE_ENV === 'production'
  const read = Configuration.safeParse(given)
  const issues = read.error?.issues ?? []
  const faults = [
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    ...(isProduction ? findMailFaults(given) : []),
    ...findPaymentFaults(given, isProduction),
  ]
  if (!read.success || faults.length > 0) {
    const lines = faults.map((fault) => `  ${fault}`)
    throw new OperatorError(`The configuration is not valid:\n${lines.join('\n')}`)
  }
  const { data } = read
  // What is made up has no place among what is real, unless somebody says so.
  const unlessProduction = isProduction ? 'off' : 'on'
  return {
    isProduction,
    port: data.PORT,
    host: data.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDirectory: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL,
    trustedProxies: data.TRUSTED_PROXIES ?? new BlockList(),
    drainTime: (data.DRAIN_SECONDS ?? (isProduction ? DRAIN_SECONDS : 0)) * 1000,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? NOBODY,
    stripe: toStripeSettings(data),
    jpyPerUsd: data.JPY_PER_USD,
    hasSampleData: (data.SAMPLE_DATA ?? unlessProduction) === 'on',
    hasDemoAccounts: (data.DEMO_ACCOUNTS ?? unlessProduction) === 'on',
    metrics:
      data.METRICS_PORT === undefined ? null : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    logsJson: (data.LOG ?? (isProduction ? 'json' : 'text')) === 'json',
    makesAvif: data.AVIF_COPIES !== 'off',
  }
}

/** What keeps mails from being of use to whoever they are for. */
function findMailFaults(given: NodeJS.ProcessEnv) {
  const faults: string[] = []
  if (!given.PUBLIC_URL) {
    faults.push('PUBLIC_URL is needed in production: links in mails begin with it')
  }
  if (!given.SMTP_URL && given.MAIL_TO_FILES !== 'on') {
    faults.push(
      'SMTP_URL is needed in production, for mails to reach people, unless MAIL_TO_FILES is on',
    )
  }
  return faults
}
