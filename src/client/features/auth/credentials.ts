import * as z from 'zod/mini'
import { Email, Password } from '#contract/fields.ts'

export const Credentials = z.object({ email: Email, password: Password })
