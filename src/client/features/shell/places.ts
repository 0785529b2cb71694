import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  CardIcon,
  HeartIcon,
  HouseIcon,
  PeopleIcon,
  PersonIcon,
  ShieldIcon,
} from '#client/ui/icons.tsx'
import type { Account } from '#contract/account.ts'

/** A link in the header. */
export interface Place {
  label: string
  to: LinkProps['to']
  icon: (props: { className?: string }) => ReactNode
  /** The role that sees the link; everyone by default. */
  role?: Account['user']['role']
}

export const TABS: Place[] = [
  { label: 'All Listings', to: '/listings', icon: HouseIcon },
  { label: 'Favorites', to: '/favorites', icon: HeartIcon },
]

export const ACCOUNT_MENU: Place[] = [
  { label: 'Admin Dashboard', to: '/admin/dashboard', icon: ShieldIcon, role: 'admin' },
  { label: 'Shared Shortlist', to: '/shortlist', icon: PeopleIcon },
  { label: 'Account Settings', to: '/account', icon: PersonIcon },
  { label: 'Subscription', to: '/subscription/manage', icon: CardIcon },
]

export function placesFor({ user }: Account, places: Place[]) {
  return places.filter(({ role }) => role === undefined || role === user.role)
}
