import type { BlockList } from 'node:net'
import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { login, logout } from '#contract/auth.ts'
import { deleteAccount } from '#contract/profile.ts'
import { SIGNED_IN_COOKIE, SIGNED_IN_COOKIE_SECONDS } from '#contract/signed-in-cookie.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { HTTPS_ONLY, securityHeaders } from './http/security-headers.ts'
import { answerError, serving } from './http/serve.ts'
import { openSearch } from './listings/open-search.ts'
import { openReadingBudget } from './listings/reading-budget.ts'
import { openPrerendered } from './pages/prerendered.ts'
import { allowInline, serveClient } from './pages/static-files.ts'
import { openReadingThread } from './reference-data/read-in-thread.ts'
import { accountRoutes } from './routes/account.ts'
import { alertRoutes } from './routes/alerts.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { basemapRoutes } from './routes/basemap.ts'
import { catalogueRoutes } from './routes/catalogue.ts'
import { contactRoutes } from './routes/contacts.ts'
import { crawlerRoutes } from './routes/crawlers.ts'
import { duplicateRoutes } from './routes/duplicates.ts'
import { favoriteRoutes } from './routes/favorites.ts'
import { healthRoutes } from './routes/health.ts'
import { imageRoutes } from './routes/images.ts'
import { importRoutes } from './routes/imports.ts'
import { inventoryRoutes } from './routes/inventory.ts'
import { listingRoutes } from './routes/listings.ts'
import { newsRoutes } from './routes/news.ts'
import { noteRoutes } from './routes/notes.ts'
import { optOutRoutes } from './routes/opt-outs.ts'
import { overviewRoutes } from './routes/overview.ts'
import { ownPhotoRoutes } from './routes/own-photos.ts'
import { paymentRoutes } from './routes/payments.ts'
import { placeRoutes } from './routes/places.ts'
import { publicPages } from './routes/public-pages.ts'
import { pushRoutes } from './routes/push.ts'
import { ratesRoutes } from './routes/rates.ts'
import { revisionRoutes } from './routes/revisions.ts'
import { savedSearchRoutes } from './routes/saved-searches.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { securityLogRoutes } from './routes/security-log.ts'
import { securityTxt } from './routes/security-txt.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { sharedPages, sharingRoutes } from './routes/sharing.ts'
import { shortlistRoutes } from './routes/shortlist.ts'
import { sourceRoutes } from './routes/sources.ts'
import { stripeWebhook } from './routes/stripe-webhook.ts'
import { translationRoutes } from './routes/translation.ts'
import { userRoutes } from './routes/users.ts'
import { versionRoutes } from './routes/version.ts'
import type { Services } from './services.ts'

interface AppOptions {
  /** The folder of the built client. If omitted, the client is not served. */
  clientDirectory?: string
  /** The folder of the prerenderer. If omitted, public pages are not rendered on the server. */
  prerenderDirectory?: string
  /**
   * The folder with the assets of earlier builds. Browser tabs that still run such a build need
   * them.
   */
  earlierDirectory?: string
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies?: BlockList
  /** A signal that is aborted when this process is about to stop. */
  stopping?: AbortSignal
  /** Whether to send HSTS, so that browsers use HTTPS only. */
  isHttpsOnly?: boolean
  /** Where to report a vulnerability, as a URL. If omitted, there is no `security.txt`. */
  securityContact?: string
  /** Called after Stripe delivers an event. */
  onStripeEvent?: () => void
}

/** Creates the application with all routes. Tests pass their own `services`. */
export function createApp(services: Services, options: AppOptions = {}) {
  const { clientDirectory, prerenderDirectory, earlierDirectory } = options
  const { isHttpsOnly = false } = options
  const { sandbox } = services.payments
  const sources = { hasStripe: sandbox === null, basemap: services.basemap?.origin }
  const headers = Object.entries({
    ...securityHeaders(sources),
    ...(isHttpsOnly && HTTPS_ONLY),
  })
  const app = new Hono()
  app.use((c, next) => {
    for (const [name, value] of headers) c.header(name, value)
    // The client sets its clock by the `Date` header, and decides with this clock whether a
    // subscription has ended. So send `now()`, because the payment sandbox can move `now()` ahead
    // of real time.
    c.header('date', services.now().toUTCString())
    return next()
  })

  for (const { path } of [logout, deleteAccount]) {
    app.use(`/v1${path}`, async (c, next) => {
      await next()
      // After a logout or the deletion of an account, tell the browser to empty its HTTP cache.
      // Photos are cached as immutable, so the next user of the device could otherwise read this
      // person's photos.
      if (c.res.ok) c.header('clear-site-data', '"cache"')
    })
  }

  app.use(`/v1${login.path}`, async (c, next) => {
    await next()
    if (!c.res.ok) return
    setCookie(c, SIGNED_IN_COOKIE, '1', {
      ...{ path: '/', sameSite: 'Strict', secure: isHttpsOnly },
      maxAge: SIGNED_IN_COOKIE_SECONDS,
    })
  })

  const serve = serving(app, services, options.trustedProxies)
  const search = openSearch(services)
  accountRoutes(serve, services)
  authRoutes(serve, services)
  ratesRoutes(serve, services)
  translationRoutes(serve, services)
  basemapRoutes(app, serve, services)
  sessionRoutes(serve, services)
  secondFactorRoutes(serve, services)
  pushRoutes(serve, services)
  noteRoutes(serve, services)
  ownPhotoRoutes(serve, services)
  shortlistRoutes(serve, services)
  const countRead = openReadingBudget(services)
  listingRoutes(serve, services, search, countRead)
  catalogueRoutes(serve, services)
  newsRoutes(serve, services, search, countRead)
  revisionRoutes(serve, services)
  savedSearchRoutes(serve, services, search)
  alertRoutes(app, serve, services)
  favoriteRoutes(serve, services)
  inventoryRoutes(serve, services)
  const readInThread = openReadingThread()
  contactRoutes(serve, services, readInThread)
  optOutRoutes(serve, services)
  duplicateRoutes(serve, services)
  placeRoutes(serve, services, readInThread)
  paymentRoutes(serve, services)
  userRoutes(serve, services)
  auditRoutes(serve, services)
  securityLogRoutes(serve, services)
  overviewRoutes(serve, services)
  importRoutes(serve, services)
  sourceRoutes(serve, services)
  versionRoutes(serve, services)
  stripeWebhook(app, services, () => options.onStripeEvent?.())
  if (sandbox) {
    app.all('/sandbox/*', async (c) => {
      const answer = await sandbox.fetch(c.req.raw)
      return c.newResponse(answer.body, answer)
    })
  }
  sharingRoutes(serve, services)
  crawlerRoutes(app, services)
  if (options.securityContact) securityTxt(app, services, options.securityContact)
  imageRoutes(app, services)
  healthRoutes(app, services, options.stopping)
  if (clientDirectory) {
    const prerendered = prerenderDirectory
      ? openPrerendered(clientDirectory, prerenderDirectory)
      : null
    sharedPages(app, services, {
      clientDirectory,
      prerendered,
      proxies: options.trustedProxies,
    })
    if (prerendered) publicPages(app, services, prerendered)
    app.get('*', allowInline(clientDirectory, sources))
    serveClient(app, clientDirectory, earlierDirectory)
  }

  app.notFound((c) => answerError(c, new Refusal(404, 'Not found'), services.logError))
  app.onError((error, c) => answerError(c, error, services.logError))
  return app
}
