/**
 * What the lists of administrators can be ordered and narrowed by. Apart from the lists: addresses
 * are read by everybody's client, and the rest is loaded with the dashboard only.
 */

export const USER_SORTS = ['created_at', 'name', 'email', 'role', 'status'] as const
export const SUBSCRIPTION_SORTS = ['email', 'status', 'plan'] as const

export const INVENTORY_SORTS = ['created_at', 'updated_at', 'price'] as const
export const INVENTORY_STATES = ['offered', 'withdrawn', 'hidden'] as const
