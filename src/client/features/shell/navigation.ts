import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  CalendarIcon,
  CardIcon,
  HeartIcon,
  HouseIcon,
  PeopleIcon,
  PersonIcon,
  ShieldIcon,
} from '#client/ui/icons.tsx'
import type { AccessScope } from '#contract/access.ts'
import type { Account } from '#contract/account.ts'

/** A link in the header. */
export interface NavLink {
  label: string
  to: LinkProps['to']
  icon: (props: { className?: string }) => ReactNode
  /** The role that sees the link; everyone by default. */
  role?: Account['user']['role']
  /** Whether the link leads to a page about houses, which only people with access can open. */
  needsHouses?: boolean
}

const SHORTLIST: NavLink = { label: 'Shared Shortlist', to: '/shortlist', icon: PeopleIcon }
const VIEWING_PLAN: NavLink = {
  label: 'Viewing Plan',
  to: '/viewing-plan',
  icon: CalendarIcon,
  needsHouses: true,
}

const TABS: NavLink[] = [
  { label: 'All Listings', to: '/listings', icon: HouseIcon },
  { label: 'Favorites', to: '/favorites', icon: HeartIcon },
]

/**
 * The tabs of a partner without a subscription. They lead only to pages that the partner can open.
 */
const GUEST_TABS: NavLink[] = [SHORTLIST, VIEWING_PLAN]

export function tabsFor(scope: AccessScope) {
  return scope === 'shortlist' ? GUEST_TABS : TABS
}

const ACCOUNT_MENU: NavLink[] = [
  { label: 'Admin Dashboard', to: '/admin/dashboard', icon: ShieldIcon, role: 'admin' },
  VIEWING_PLAN,
  SHORTLIST,
  { label: 'Account Settings', to: '/account', icon: PersonIcon },
  { label: 'Subscription', to: '/subscription/manage', icon: CardIcon },
]

/** The links of the account menu that the person can use. */
export function accountMenuFor({ user }: Account, scope: AccessScope) {
  return ACCOUNT_MENU.filter(
    ({ role, needsHouses }) =>
      (role === undefined || role === user.role) && !(needsHouses && scope === 'none'),
  )
}
