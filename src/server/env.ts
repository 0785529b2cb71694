import { BlockList } from 'node:net'
import { join, resolve } from 'node:path'
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
import type { RatesSource } from './rates/rates.ts'
import type { TranslationSettings } from './translation/translation-service.ts'

/** The configuration, which comes from environment variables only. */
export interface Environment {
  isProduction: boolean
  port: number
  host: string
  /** The folder of the embedded database and the pictures. */
  dataDirectory: string
  /** `postgres://…`, or undefined for the embedded database. */
  databaseUrl: string | undefined
  /**
   * The public origin of Engawa. Required in production. In development, links use the address of
   * the server by default.
   */
  publicUrl: string | undefined
  /** Proxies in front of Engawa whose `X-Forwarded-For` is trusted. */
  trustedProxies: BlockList
  /**
   * How long a stopping process still serves requests, so that proxies can notice the stop and use
   * another process.
   */
  drainMs: number
  /** `smtp://…` or `smtps://…`, or undefined to write mails to files. */
  smtpUrl: string | undefined
  mailFrom: MailAddress
  /** Where to report a vulnerability, as a URL. Undefined if nobody is named. */
  securityContact: string | undefined
  /** Whether the operator says that backups are stored encrypted. */
  hasEncryptedBackups: boolean
  /** Origins of push services that are allowed in addition to those of the usual browsers. */
  pushOrigins: string[]
  /** The settings for Stripe. Null means that payments run in the sandbox. */
  stripe: StripeSettings | null
  jpyPerUsd: number
  /** Whether the operator set `jpyPerUsd`. If false, `jpyPerUsd` has its default value. */
  isJpyPerUsdSet: boolean
  /** The source of exchange rates. Undefined means fixed rates. */
  ratesSource: RatesSource | undefined
  /** The operator's translation service. Null without a translation service. */
  translation: TranslationSettings | null
  sources: SourceEnvironment
  /** The operator's street map, as the path or the URL of a PMTiles file. */
  basemap: string | undefined
  hasSampleData: boolean
  hasDemoAccounts: boolean
  /** The address of the metrics endpoint. Null if there is no such endpoint. */
  metrics: { host: string; port: number } | null
  logsJson: boolean
  /** The maximum total size of the photos that one account can store. */
  photoQuotaBytes: number
  /** Whether this process makes the AVIF copies of photos. In production, one process is enough. */
  makesAvif: boolean
  /** Whether devices of subscribers may hold the whole catalogue. */
  hasCatalogueFile: boolean
}

/** What the operator allows for sources that import themselves. */
interface SourceEnvironment {
  /** The folder in which folders of sources must be. */
  folder: string
  /** Whether sources may be in the operator's own network, and use `http:`. */
  allowsPrivate: boolean
  /** The variables whose names begin with `SOURCE_`. */
  secrets: ReadonlyMap<string, string>
}

/**
 * How long a stopping process serves requests by default in production. This must be longer than
 * the time for which `deploy/nginx.conf` keeps idle connections. Otherwise nginx could send a
 * request to a process that has stopped.
 */
const DRAIN_SECONDS = 5
/**
 * The default exchange rate, roughly the rate of the sample catalogue. Set `JPY_PER_USD` before
 * importing real listings.
 */
const JPY_PER_USD = 150

const PORT_RULE = 'must be a whole number from 0 to 65535'
const RATE_RULE = 'must be a number above 0: the yen for one dollar'
const DRAIN_RULE = 'must be a number from 0 to 300, in seconds'
const PROXIES_RULE = 'must be addresses or networks, such as 127.0.0.1,10.0.0.0/8'
const FROM_RULE = 'must look like Engawa <post@engawa.example>'
const CONTACT_RULE =
  'must look like mailto:security@engawa.example or https://engawa.example/report'
/** Sender of mails that are only written to files. */
const NOBODY = { name: 'Engawa', address: 'engawa@localhost' }
const ORIGINS_RULE = 'must be origins, such as https://push.example,http://127.0.0.1:8090'
const onOrOff = z.optional(z.enum(['on', 'off'], 'must be on or off'))

const QUOTA_RULE = 'must be a number of megabytes from 0 to 1000000'
/** Matches an address, or a name and an address in angle brackets. */
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

const Origins = z.pipe(
  z.string().check(z.refine((text) => splitList(text).every(isOrigin), ORIGINS_RULE)),
  z.transform(splitList),
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
  SECURITY_CONTACT: z.optional(
    z.string().check(z.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, CONTACT_RULE)),
  ),
  BACKUPS_ENCRYPTED: onOrOff,
  PUSH_ORIGINS: z.optional(Origins),
  JPY_PER_USD: z._default(z.coerce.number(RATE_RULE).check(z.gt(0, RATE_RULE)), JPY_PER_USD),
  RATES_FILE: z.optional(z.string()),
  RATES_URL: z.optional(z.url({ protocol: /^https$/, error: 'must begin with https://' })),
  TRANSLATE_URL: z.optional(
    z.url({ protocol: /^https?$/, error: 'must look like https://translate.example' }),
  ),
  TRANSLATE_API_KEY: z.optional(z.string()),
  BASEMAP: z.optional(z.string()),
  SOURCES_FOLDER: z.optional(z.string()),
  SOURCES_ALLOW_PRIVATE: onOrOff,
  SAMPLE_DATA: onOrOff,
  DEMO_ACCOUNTS: onOrOff,
  METRICS_PORT: z.optional(Port),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  LOG: z.optional(z.enum(['text', 'json'], 'must be text or json')),
  AVIF_COPIES: onOrOff,
  CATALOGUE_ON_DEVICES: onOrOff,
  PHOTO_QUOTA_MB: z._default(
    z.coerce.number(QUOTA_RULE).check(z.gte(0, QUOTA_RULE), z.lte(1_000_000, QUOTA_RULE)),
    500,
  ),
})

const Configuration = Variables.check(
  z.refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, {
    path: ['MAIL_FROM'],
    error: 'is needed together with SMTP_URL',
    // Run this check even if other variables are invalid, so that all faults are reported together.
    when: () => true,
  }),
  z.refine(({ RATES_FILE, RATES_URL }) => !RATES_FILE || !RATES_URL, {
    path: ['RATES_URL'],
    error: 'cannot be set together with RATES_FILE',
    when: () => true,
  }),
  z.refine(({ TRANSLATE_URL, TRANSLATE_API_KEY }) => TRANSLATE_URL || !TRANSLATE_API_KEY, {
    path: ['TRANSLATE_URL'],
    error: 'is needed together with TRANSLATE_API_KEY',
    when: () => true,
  }),
)

/**
 * Reads the configuration.
 * @throws {OperatorError} that lists every fault.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  // Treat empty variables as unset.
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
  // In production, sample data and demo accounts must be switched on explicitly.
  const unlessProduction = isProduction ? 'off' : 'on'
  return {
    isProduction,
    port: data.PORT,
    host: data.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDirectory: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL,
    trustedProxies: data.TRUSTED_PROXIES ?? new BlockList(),
    drainMs: (data.DRAIN_SECONDS ?? (isProduction ? DRAIN_SECONDS : 0)) * 1000,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? NOBODY,
    securityContact:
      data.SECURITY_CONTACT ?? (data.MAIL_FROM && `mailto:${data.MAIL_FROM.address}`),
    hasEncryptedBackups: data.BACKUPS_ENCRYPTED === 'on',
    pushOrigins: data.PUSH_ORIGINS ?? [],
    stripe: toStripeSettings(data),
    jpyPerUsd: data.JPY_PER_USD,
    isJpyPerUsdSet: given.JPY_PER_USD !== undefined,
    ratesSource: toRatesSource(data.RATES_FILE, data.RATES_URL),
    translation: data.TRANSLATE_URL
      ? { url: data.TRANSLATE_URL, apiKey: data.TRANSLATE_API_KEY }
      : null,
    sources: {
      folder: resolve(data.SOURCES_FOLDER ?? join(data.DATA_DIR, 'sources')),
      allowsPrivate: data.SOURCES_ALLOW_PRIVATE === 'on',
      secrets: readSecrets(given),
    },
    basemap: data.BASEMAP,
    hasSampleData: (data.SAMPLE_DATA ?? unlessProduction) === 'on',
    hasDemoAccounts: (data.DEMO_ACCOUNTS ?? unlessProduction) === 'on',
    metrics:
      data.METRICS_PORT === undefined ? null : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    logsJson: (data.LOG ?? (isProduction ? 'json' : 'text')) === 'json',
    photoQuotaBytes: Math.round(data.PHOTO_QUOTA_MB * 1_000_000),
    makesAvif: data.AVIF_COPIES !== 'off',
    hasCatalogueFile: data.CATALOGUE_ON_DEVICES !== 'off',
  }
}

function splitList(text: string) {
  return text.split(',').map((part) => part.trim())
}

function isOrigin(text: string) {
  return URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text)
}

function readSecrets(given: NodeJS.ProcessEnv) {
  const entries = Object.entries(given).filter(([name]) => name.startsWith('SOURCE_'))
  return new Map(entries.map(([name, value = '']) => [name, value]))
}

function toRatesSource(file: string | undefined, url: string | undefined) {
  if (file) return { kind: 'file', address: file } as const
  return url ? ({ kind: 'url', address: url } as const) : undefined
}

/** Finds missing settings that are necessary for the delivery of mails or for links in mails. */
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

/** What a production server warns about at its start, in one line each. */
export function findSecurityWarnings({ isProduction, smtpUrl, hasEncryptedBackups }: Environment) {
  if (!isProduction) return []
  const warnings: string[] = []
  if (smtpUrl && sendsUnencrypted(new URL(smtpUrl))) {
    warnings.push(
      'SMTP_URL does not require TLS: mails with verification codes can be read on their way. Use smtps://, or add ?requireTLS=true.',
    )
  }
  if (!hasEncryptedBackups) {
    warnings.push(
      'Backups are not encrypted by Engawa: whoever reads a backup reads all accounts. Store backups encrypted, then set BACKUPS_ENCRYPTED=on.',
    )
  }
  return warnings
}

/** Whether mails may leave this machine without TLS. */
function sendsUnencrypted({ protocol, hostname, searchParams }: URL) {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'smtp:' && !isLocal && searchParams.get('requireTLS') !== 'true'
}
