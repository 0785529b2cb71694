import { Hono } from 'hono'
import { answerError, serving } from './http.ts'
import { accountRoutes } from './routes/account.ts'
import { authRoutes } from './routes/auth.ts'
import { favoriteRoutes } from './routes/favorites.ts'
import { imageRoutes } from './routes/images.ts'
import { listingRoutes } from './routes/listings.ts'
import { paymentRoutes } from './routes/payments.ts'
import type { Services } from './services.ts'

/** The application: every route, over the outside world that `services` is. */
export function createApp(services: Services) {
  const app = new Hono()
  const serve = serving(app, services)
  accountRoutes(serve)
  authRoutes(serve, services)
  listingRoutes(serve, services)
  favoriteRoutes(serve, services)
  paymentRoutes(serve)
  imageRoutes(app, services)

  app.notFound((c) => c.json({ detail: 'Not found' }, 404))
  app.onError((error, c) => answerError(c, error, services.report))
  return app
}
