import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { format } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { openAlertsWork } from './alerts/alerts-work.ts'
import { mayGetAlerts } from './alerts/send-digest.ts'
import { createApp } from './app.ts'
import { openBasemap } from './basemap/basemap.ts'
import { CLIENT, EARLIER, PRERENDER } from './build/client-build.ts'
import { identifyBuild, readVersion } from './build/version.ts'
import { openCatalogueFile } from './catalogue/catalogue-file.ts'
import { deleteEditions } from './catalogue/editions.ts'
import { openBackground } from './concurrency/background.ts'
import { openDatabase } from './db/database.ts'
import { type Environment, findSecurityWarnings, readEnvironment } from './env.ts'
import { withoutValues } from './errors/error-format.ts'
import { OperatorError } from './errors/operator-error.ts'
import { prepareFolder } from './files/data-folder.ts'
import { openUploads } from './files/uploads.ts'
import { browserUrl, listen, stopListening } from './http/listen.ts'
import { type Log, openJsonLog, openTextLog } from './http/log.ts'
import { watchRequests } from './http/request-log.ts'
import { openAvifMaker } from './images/avif-maker.ts'
import { openAvifQueue } from './images/avif-queue.ts'
import { openImages } from './images/images.ts'
import { openImports } from './imports/imports.ts'
import { sweepHourly } from './jobs/cleanup-job.ts'
import { openCatalogue } from './listings/catalogue.ts'
import { matchListings } from './listings/match-listings.ts'
import { openResolver } from './listings/open-search.ts'
import { openRecords } from './listings/record-json.ts'
import { writeToFolder } from './mail/mail-folder.ts'
import { openMailQueue } from './mail/mail-queue.ts'
import { sendBySmtp } from './mail/smtp.ts'
import { openMetrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { PUBLIC_ONLY, PUBLIC_OR_PRIVATE } from './network/open-download.ts'
import { openOwnPhotoStorage } from './notes/own-photo-storage.ts'
import { openPayments, type Payments } from './payments/payments.ts'
import { openBillingWork } from './payments/recurring/billing-work.ts'
import { EVENT_TYPES } from './payments/recurring/stripe-events.ts'
import { isUnavailable } from './payments/stripe-errors.ts'
import { preparePlaces } from './places/stored-places.ts'
import { openPushQueue } from './push/push-queue.ts'
import { openRates } from './rates/rates.ts'
import { ROOT } from './root.ts'
import { SAMPLE_COUNT, seedSampleCatalogue } from './samples/seed-samples.ts'
import type { Services } from './services.ts'
import { openSourceWork } from './sources/source-work.ts'
import { openTranslator } from './translation/translator.ts'
import { createDemoAccounts, openDemoAccounts } from './users/demo-accounts.ts'

/**
 * A repeated signal within this time is ignored. After one Ctrl+C, both the terminal and npm may
 * send the signal. The second signal would otherwise end the process immediately.
 */
const SAME_SIGNAL_MS = 500
/**
 * The maximum time for a graceful stop. After this time, the process exits immediately. No saved
 * data is lost, because the database recovers at the next start.
 */
const STOP_TIMEOUT_MS = 30_000

try {
  await start(readEnvironment())
} catch (error) {
  // Write plain text even if logs are JSON, because a person reads startup messages.
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

async function start(env: Environment) {
  // New files must not be readable by other users of this machine.
  process.umask(0o077)
  prepareFolder(env.dataDirectory)
  const log = env.logsJson ? openJsonLog() : openTextLog()
  const giveUp = (error: unknown) => {
    log.fatal(explain(error))
    process.exit(1)
  }
  // Without this handler, Node would print an uncaught error as plain text, even if logs are JSON.
  // The text could contain the values of a failed query.
  process.on('uncaughtException', giveUp)
  const database = await openDatabase({
    url: env.databaseUrl,
    directory: env.dataDirectory,
    logError: ({ message }) => log.error(message, 'database'),
  })
  database.lost.then((reason) =>
    giveUp(new OperatorError(`The database has stopped: ${reason.message}`)),
  )
  const { db } = database
  const imageDirectory = join(env.dataDirectory, 'images')
  const images = openImages(imageDirectory, (error) => log.error(error, 'images'))
  const catalogue = openCatalogue(db)
  const { payments, sandbox } = await preparePayments(env, log)
  const now = sandbox ? sandbox.now : () => new Date()
  const mailQueue = openMailQueue({
    db,
    now,
    send: prepareMail(env, log),
    mayGetAlerts: (userId, recipient) => mayGetAlerts(db, { userId, recipient, now: now() }),
    logError: (error) => log.error(error, 'mail'),
  })
  const siteUrl = () => env.publicUrl ?? browserUrl(server)
  const pushQueue = openPushQueue({
    db,
    now,
    siteUrl,
    contact: env.securityContact ?? `mailto:${env.mailFrom.address}`,
    logError: (error) => log.error(error, 'push'),
  })
  const background = openBackground((error) => log.error(error, 'background'))
  const build = identifyBuild(import.meta.filename)
  const records = openRecords({
    db,
    build,
    background,
    logError: (error) => log.error(error, 'records'),
  })
  const catalogueFile = env.hasCatalogueFile
    ? openCatalogueFile({
        ...{ db, now, build, records },
        logError: (error) => log.error(error, 'catalogue'),
      })
    : null
  const imports = openImports({
    database,
    images,
    catalogue,
    now,
    directory: join(env.dataDirectory, 'imports'),
    jpyPerUsd: env.jpyPerUsd,
    logError: (error) => log.error(error, 'import'),
  })
  const sourceWork = openSourceWork({
    db,
    now,
    imports,
    mailQueue,
    folder: env.sources.folder,
    rules: env.sources.allowsPrivate ? PUBLIC_OR_PRIVATE : PUBLIC_ONLY,
    secrets: env.sources.secrets,
    downloads: openUploads(join(env.dataDirectory, 'downloads')),
    siteUrl: () => services.siteUrl(),
    logError: log.error,
  })
  const rates = openRates({
    jpyPerUsd: env.jpyPerUsd,
    isJpyPerUsdSet: env.isJpyPerUsdSet,
    source: env.ratesSource,
    now,
    logWarning: (message) => log.warn(message),
  })
  await rates.load()
  const translator =
    env.translation &&
    openTranslator({
      db,
      settings: env.translation,
      now,
      logWarning: (message) => log.warn(message),
    })
  const services: Services = {
    db,
    images,
    catalogue,
    records,
    catalogueFile,
    rates,
    translator,
    basemap: env.basemap === undefined ? null : await openBasemap(env.basemap),
    imports,
    uploads: openUploads(join(env.dataDirectory, 'uploads')),
    sources: sourceWork,
    ownPhotos: openOwnPhotoStorage(join(env.dataDirectory, 'own-photos'), {
      quotaBytes: env.photoQuotaBytes,
    }),
    jpyPerUsd: env.jpyPerUsd,
    // Outside production, people try the demo accounts, whose administrator has no device of theirs.
    requiresSecondFactor: env.isProduction,
    background,
    payments,
    mailQueue,
    pushQueue,
    pushOrigins: env.pushOrigins,
    siteUrl,
    now,
    logError: log.error,
    logWarning: log.warn,
    version: readVersion(ROOT),
  }
  await preparePlaces(db, now())
  const demoAccounts = await prepareDemoAccounts(env, services)
  if (env.hasSampleData) await prepareSamples(env, services, log)

  const billingWork = openBillingWork(services)
  const stopping = new AbortController()
  const app = createApp(services, {
    ...(existsSync(CLIENT) && { clientDirectory: CLIENT, prerenderDirectory: PRERENDER }),
    ...(existsSync(EARLIER) && { earlierDirectory: EARLIER }),
    trustedProxies: env.trustedProxies,
    stopping: stopping.signal,
    isHttpsOnly: env.isProduction,
    ...(env.securityContact && { securityContact: env.securityContact }),
    onStripeEvent: billingWork.wake,
  })
  const metrics = env.metrics && openMetrics({ database, payments })
  const answer = watchRequests(getRequestListener(app.fetch), {
    proxies: env.trustedProxies,
    onAnswered(request) {
      log.request(request)
      metrics?.countRequest(request)
    },
  })
  const server = await listen(answer, { ...env, stopping: stopping.signal })
  const metricsServer =
    metrics && env.metrics && (await serveMetrics(metrics, env.metrics, log.error))
  background.run(async () => {
    const matched = await matchListings({ db, now, signal: stopping.signal })
    if (matched > 0) catalogue.changed()
  })
  const stopSweeping = sweepHourly(services)
  const stopRates = rates.start()
  const avifQueue = openAvifQueue({
    ...services,
    maker: openAvifMaker(imageDirectory),
    logError: (error) => log.error(error, 'avif'),
  })
  if (env.makesAvif) avifQueue.start()
  records.start()
  if (catalogueFile) catalogueFile.start()
  else background.run(() => deleteEditions(db))
  mailQueue.start()
  pushQueue.start()
  const alertsWork = openAlertsWork({ ...services, resolve: openResolver(services) })
  alertsWork.start()
  sandbox?.deliverTo(`${browserUrl(server)}/v1/payments/webhook`, {
    siteUrl: services.siteUrl(),
    events: EVENT_TYPES,
    async followUp() {
      await billingWork.settled()
      await billingWork.runDueJobs()
    },
  })
  billingWork.start()
  sourceWork.start()

  async function stop() {
    stopping.abort()
    await sleep(env.drainMs)
    await stopListening(server)
    if (metricsServer) await stopListening(metricsServer)
    stopSweeping()
    stopRates()
    await avifQueue.stop()
    await sourceWork.stop()
    await imports.stop()
    await background.settled()
    await catalogueFile?.stop()
    await records.stop()
    await billingWork.stop()
    await alertsWork.stop()
    await sandbox?.close()
    await mailQueue.stop()
    await pushQueue.stop()
    await database.close()
  }
  stopOnSignal(env, () => stop().then(() => process.exit(0), giveUp))
  for (const warning of findSecurityWarnings(env)) log.warn(warning)
  log.info(`Engawa runs at ${env.publicUrl ?? browserUrl(server)}`)
  if (sandbox) log.info('Payments run in a sandbox: no card is charged')
  for (const { role, email, password } of demoAccounts) {
    log.info(`  ${role.padEnd(10)} ${email.padEnd(22)} ${password}`)
  }
  if (metricsServer) log.info(`Metrics are at ${browserUrl(metricsServer)}/metrics`)
  if (!env.smtpUrl) log.info(`Mails are written to ${mailFolder(env)}`)
}

/**
 * Prepares payments with Stripe. If Stripe is not configured, prepares payments with the sandbox,
 * which moves no money.
 */
async function preparePayments(env: Environment, log: Log) {
  const sandbox = env.stripe ? null : await loadSandbox(env, log)
  const settings = env.stripe ?? sandbox?.settings
  if (!settings) throw new Error('Payments need Stripe or the sandbox')
  const payments = openPayments(settings, { sandbox })
  await checkPrice(payments, log)
  return { payments, sandbox }
}

/** Loads the sandbox only here, so that a process that uses Stripe contains none of its code. */
async function loadSandbox({ dataDirectory }: Environment, log: Log) {
  const { openSandbox } = await import('#stripe-sandbox/sandbox.ts')
  const { folderIn } = await import('#stripe-sandbox/state/state.ts')
  return openSandbox({ directory: folderIn(dataDirectory), logError: log.error })
}

/**
 * Throws if the price at Stripe is wrong, so that the server does not start. If Stripe is
 * unavailable, does not throw, because most of Engawa works without Stripe.
 */
async function checkPrice(payments: Payments, log: Log) {
  try {
    await payments.checkPrice()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    log.warn('Stripe does not answer: until it does, nobody can subscribe.')
  }
}

function prepareMail(env: Environment, log: Log) {
  return env.smtpUrl
    ? sendBySmtp(env.smtpUrl, env.mailFrom)
    : writeToFolder(mailFolder(env), env.mailFrom, log.info)
}

function mailFolder({ dataDirectory }: Environment) {
  return join(dataDirectory, 'mail')
}

/**
 * Creates the demo accounts if `DEMO_ACCOUNTS` is on. If it is off in production, throws an error
 * when a demo account still works, because the passwords of these accounts are public.
 */
async function prepareDemoAccounts(env: Environment, { db, now }: Services) {
  if (env.hasDemoAccounts) return createDemoAccounts(db, now())
  const open = env.isProduction ? await openDemoAccounts(db) : []
  if (open.length > 0) {
    const emails = open.map(({ email }) => email).join(', ')
    throw new OperatorError(
      `Anybody can sign in to the demo accounts of this database: ${emails}. ` +
        'Block them or change their passwords, or set DEMO_ACCOUNTS=on.',
    )
  }
  return []
}

/** Fills an empty catalogue with sample houses. */
async function prepareSamples({ jpyPerUsd }: Environment, { db, images, now }: Services, log: Log) {
  const onStart = () => log.info(`Adding ${SAMPLE_COUNT} sample houses…`)
  await seedSampleCatalogue({ db, images, now: now(), jpyPerUsd, onStart })
}

/** The first signal stops the server gracefully. The second signal ends the process immediately. */
function stopOnSignal({ drainMs }: Environment, stop: () => void) {
  let stoppingSince: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppingSince === undefined) {
        stoppingSince = performance.now()
        setTimeout(() => process.exit(1), drainMs + STOP_TIMEOUT_MS).unref()
        stop()
      } else if (performance.now() - stoppingSince > SAME_SIGNAL_MS) {
        process.exit(1)
      }
    })
  }
}

function explain(error: unknown) {
  return error instanceof OperatorError ? error.message : format(withoutValues(error))
}
