import type { Serve } from '../http.ts'
import type { Services } from '../services.ts'

export function authRoutes(_serve: Serve, _services: Services) {}
