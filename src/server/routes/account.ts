import type { Serve } from '../http.ts'
import type { Services } from '../services.ts'

export function accountRoutes(_serve: Serve, _services: Services) {}
