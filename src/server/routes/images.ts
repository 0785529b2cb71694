import type { Hono } from 'hono'
import type { Services } from '../services.ts'

export function imageRoutes(_app: Hono, _services: Services) {}
