import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SAVED_SEARCHES } from '#client/format/saved-searches-hash.ts'
import {
  BellIcon,
  BookmarkIcon,
  CalendarIcon,
  CardIcon,
  HeartIcon,
  HouseIcon,
  MapIcon,
  PeopleIcon,
  PersonIcon,
  SaveIcon,
  ShieldIcon,
} from '#client/ui/icons.tsx'
import type { AccessScope } from '#contract/access.ts'
import type { Account } from '#contract/account.ts'

export interface NavLink {
  label: string
  to: LinkProps['to']
  icon: (props: { className?: string }) => ReactNode
  /** The role that sees the link; everyone by default. */
  role?: Account['user']['role']
  /** Whether only people who can search all houses see the link. */
  needsCatalogue?: boolean
  /** The way in which the results are shown, for links to the results. */
  view?: 'map'
  hash?: string
}

const LISTINGS: NavLink = { label: 'All Listings', to: '/listings', icon: HouseIcon }
const MAP: NavLink = { label: 'Map', to: '/listings', view: 'map', icon: MapIcon }
const FAVORITES: NavLink = { label: 'Favorites', to: '/favorites', icon: HeartIcon }
const PLAN: NavLink = { label: 'Plan', to: '/viewing-plan', icon: CalendarIcon }
const TOGETHER: NavLink = { label: 'Together', to: '/shortlist', icon: PeopleIcon }

/**
 * The tabs of a person. The tabs of a partner without a subscription lead only to pages that the
 * partner can open.
 */
export function tabsFor(scope: AccessScope, isListShared: boolean) {
  if (scope === 'shortlist') return [TOGETHER, PLAN]
  if (scope === 'none') return [LISTINGS, FAVORITES]
  const tabs = [LISTINGS, MAP, FAVORITES, PLAN]
  return isListShared ? [...tabs, TOGETHER] : tabs
}

const ACCOUNT_MENU: NavLink[] = [
  { label: 'Admin Dashboard', to: '/admin/dashboard', icon: ShieldIcon, role: 'admin' },
  {
    label: 'Saved Searches',
    to: '/listings',
    hash: SAVED_SEARCHES,
    icon: BookmarkIcon,
    needsCatalogue: true,
  },
  { label: 'Since Your Last Visit', to: '/news', icon: BellIcon, needsCatalogue: true },
  { label: 'Shared Shortlist', to: '/shortlist', icon: PeopleIcon },
  { label: 'On This Device', to: '/device', icon: SaveIcon, needsCatalogue: true },
  { label: 'Account Settings', to: '/account', icon: PersonIcon },
  { label: 'Subscription', to: '/subscription/manage', icon: CardIcon },
]

export function accountMenuFor({ user }: Account, scope: AccessScope) {
  return ACCOUNT_MENU.filter(
    ({ role, needsCatalogue }) =>
      (role === undefined || role === user.role) && !(needsCatalogue && scope !== 'catalogue'),
  )
}
