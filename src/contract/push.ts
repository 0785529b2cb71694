import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** How many devices of one person can receive notifications. */
export const MAX_PUSH_DEVICES = 10

const PushState = z.object({
  /** The VAPID public key, with which a browser subscribes at its push service. */
  public_key: z.string(),
  /** Whether this session's device receives notifications. */
  is_registered: z.boolean(),
  /**
   * Names the person in push messages. A device stores it, and shows the text of a message only if
   * the message has the same recipient. It cannot be computed from the person's id.
   */
  recipient: z.string(),
})
export type PushState = z.output<typeof PushState>

export const getPushState = endpoint({
  method: 'GET',
  path: '/account/push',
  access: 'user',
  input: z.object({}),
  output: PushState,
})

/**
 * Lets this session's device receive notifications. Replaces the device's earlier registration, even
 * that of another person.
 */
export const registerPush = endpoint({
  method: 'POST',
  path: '/account/push',
  access: 'subscriber',
  input: z.strictObject({
    /** The address at the browser's push service. Whoever knows it can send messages to the device. */
    endpoint: z.url('The address of the push service is not valid').check(z.maxLength(1000)),
    /** The public key of the browser's subscription: a point of the curve P-256. */
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/, 'The key of the device is not valid')),
    auth: z.string().check(z.regex(/^[\w-]{22}$/, 'The secret of the device is not valid')),
  }),
  output: PushState,
})

export const unregisterPush = endpoint({
  method: 'DELETE',
  path: '/account/push',
  access: 'user',
  input: z.strictObject({}),
  output: PushState,
})
