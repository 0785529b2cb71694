import type { Page } from '@playwright/test'
import type { DemoAccount } from '#server/users/demo-accounts.ts'

export interface Screen {
  name: string
  path: string
  /** Clicks and types on the page at `path`, until the page shows the screen. */
  open?: (page: Page) => Promise<unknown>
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Every page and dialog, by the role that can see it. */
export const SCREENS: Record<'visitor' | DemoAccount['role'], Screen[]> = {
  visitor: [
    { name: 'login', path: '/login' },
    {
      name: 'login with errors',
      path: '/login',
      open: (page) => page.getByRole('main').getByRole('button', { name: 'Sign In' }).click(),
    },
    { name: 'register', path: '/register' },
    { name: 'forgot password', path: '/forgot-password' },
    {
      name: 'new password',
      path: '/forgot-password',
      async open(page) {
        await page.getByLabel('Email').fill('nobody@example.com')
        await page.getByRole('button', { name: 'Send verification code' }).click()
        await page.getByRole('button', { name: 'Update password' }).waitFor()
      },
    },
    { name: 'incomplete invitation', path: '/join' },
    { name: 'stopping mails', path: '/stop-alerts?token=all.x.y' },
    { name: 'buying', path: '/buying' },
    { name: 'free preview', path: '/free-preview' },
    {
      name: 'gallery of the free preview',
      path: '/free-preview',
      open: (page) => page.getByRole('article').first().getByRole('button').first().click(),
    },
    { name: 'shared listing', path: '/listings?listing=sample-001' },
    { name: 'public part of a house', path: '/listings/sample-120' },
    { name: 'unknown shared listing', path: '/listings?listing=nowhere' },
    { name: 'unknown address', path: '/no/such/page' },
  ],
  subscriber: [
    { name: 'listings', path: '/listings' },
    { name: 'listings with filters', path: '/listings?priceMax=90000&floorPlan=3LDK&pageSize=40' },
    { name: 'last page of listings', path: '/listings?page=12' },
    {
      name: 'filters',
      path: '/listings',
      async open(page) {
        const button = page.getByRole('button', { name: /^Filters/ })
        if (await button.isVisible()) await button.click()
        await page.getByLabel('Max price').fill('cheap')
      },
    },
    {
      name: 'saving a search',
      path: '/listings?prefecture=kyoto',
      open: press('Save This Search'),
    },
    {
      name: 'gallery',
      path: '/listings',
      open: (page) => page.getByRole('article').first().getByRole('button').first().click(),
    },
    { name: 'no listings', path: '/listings?priceMin=999999999' },
    { name: 'one listing', path: '/listings?listing=sample-001' },
    { name: 'a house', path: '/listings/sample-120' },
    { name: 'letter', path: '/listings/sample-120', open: press('Write in Japanese') },
    {
      name: 'explanation of a sign',
      path: '/listings',
      open: (page) => page.getByRole('list', { name: 'Signs' }).getByRole('button').first().click(),
    },
    { name: 'unknown listing', path: '/listings?listing=nowhere' },
    { name: 'favorites', path: '/favorites' },
    { name: 'on this device', path: '/device' },
    { name: 'viewing plan', path: '/viewing-plan' },
    { name: 'news', path: '/news' },
    { name: 'sheet of a viewing day', path: '/viewing-plan/print' },
    { name: 'shared shortlist', path: '/shortlist' },
    { name: 'driver card', path: '/listings/sample-001/driver' },
    { name: 'comparison', path: '/favorites/compare?ids=sample-001,sample-002' },
    { name: 'dossier', path: '/listings/sample-001/print' },
    { name: 'subscription', path: '/subscription/manage' },
    {
      name: 'cancelling',
      path: '/subscription/manage',
      open: press('Cancel Subscription'),
    },
    { name: 'account', path: '/account' },
    {
      name: 'account in change',
      path: '/account',
      async open(page) {
        await press('Edit Full Name')(page)
        await press('Edit Email Address')(page)
        await press('Change Password')(page)
      },
    },
    { name: 'deleting the account', path: '/account', open: press(/^Delete/) },
    { name: 'account menu', path: '/listings', open: press(/^Account menu/) },
    { name: 'register, signed in', path: '/register' },
    {
      name: 'something shared',
      path: '/shared?text=https://example.com/a-house-somewhere-else',
    },
  ],
  member: [
    { name: 'listings without a subscription', path: '/listings' },
    { name: 'favorites without a subscription', path: '/favorites' },
    { name: 'no subscription', path: '/subscription/manage' },
    {
      name: 'card form',
      path: '/subscription/manage',
      async open(page) {
        await press(/^Subscribe Now/)(page)
        await page.getByRole('button', { name: 'Cancel' }).waitFor()
      },
    },
    { name: 'register, signed in', path: '/register' },
    { name: 'dashboard, denied', path: '/admin/dashboard' },
    {
      name: 'question of the bank',
      path: '/subscription/manage',
      async open(page) {
        await press(/^Subscribe Now/)(page)
        await page.getByRole('textbox', { name: /card number/ }).fill('4000002500003155')
        await page.getByRole('textbox', { name: /expiration/ }).fill('1234')
        await page.getByRole('textbox', { name: /CVC/ }).fill('987')
        await press('Subscribe $20/month')(page)
        await page.getByRole('dialog').waitFor()
      },
    },
  ],
  admin: [
    { name: 'people', path: '/admin/dashboard' },
    { name: 'contacts', path: '/admin/dashboard/contacts' },
    { name: 'creating a user', path: '/admin/dashboard', open: press('Create New User') },
    { name: 'editing a user', path: '/admin/dashboard', open: press(/^Edit (?!subscription)/) },
    { name: 'deleting a user', path: '/admin/dashboard', open: press(/^Delete /) },
    {
      name: 'editing a subscription',
      path: '/admin/dashboard',
      open: press(/^Edit subscription for/),
    },
    { name: 'overview', path: '/admin/dashboard/overview' },
    { name: 'inventory', path: '/admin/dashboard/listings' },
    { name: 'a listing of the inventory', path: '/admin/dashboard/listings/sample-001' },
    { name: 'import', path: '/admin/dashboard/import' },
    { name: 'sources', path: '/admin/dashboard/sources' },
    { name: 'adding a source', path: '/admin/dashboard/sources', open: press('Add Source') },
    { name: 'audit', path: '/admin/dashboard/audit' },
    { name: 'security log', path: '/admin/dashboard/security' },
    { name: 'listings of an administrator', path: '/listings' },
    { name: 'subscription of an administrator', path: '/subscription/manage' },
  ],
}

/** Opens a screen and waits until it has loaded. */
export async function openScreen(page: Page, { path, open }: Screen) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await open?.(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (const _ of ['style', 'script']) await new Promise(requestAnimationFrame)
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

/**
 * Describes every element that overflows the window, and every element whose content overflows the
 * element. Runs in the page.
 */
export function findOverflow() {
  const found: string[] = []
  // Use `clientWidth`, because on a phone a page that is too wide also widens `innerWidth`.
  const width = document.documentElement.clientWidth
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent?.trim().slice(0, 40)}"`
  const page = document.scrollingElement
  if (page && page.scrollWidth > width) {
    found.push(`The page is ${page.scrollWidth - width} px too wide`)
  }
  const dialog = document.querySelector('dialog[open], [role=dialog][data-state=open]')
  for (const element of (dialog ?? document.body).querySelectorAll('*')) {
    if (!(element instanceof HTMLElement) || !element.checkVisibility({ visibilityProperty: true }))
      continue
    if (element.closest('.visually-hidden, [data-scope=menu][data-part=positioner]')) continue
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    if (box.width <= 1 || box.height <= 1 || style.clipPath !== 'none') continue
    // Skip elements that may overflow. A field scrolls its own text, and the header hides the name
    // when space is short.
    if (isScrolled(element) || element.matches('input, select, textarea, header a')) continue
    if (box.right > width + 1 || box.left < -1) {
      found.push(
        `${nameOf(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)}`,
      )
    } else if (element.childElementCount === 0 && isTooWide(element, style)) {
      found.push(
        `${nameOf(element)} is ${element.scrollWidth - element.clientWidth} px wider inside`,
      )
    } else if (
      style.overflowX === 'hidden' &&
      style.textOverflow !== 'ellipsis' &&
      element.scrollWidth > element.clientWidth + 1
    ) {
      found.push(`${nameOf(element)} hides ${element.scrollWidth - element.clientWidth} px`)
    }
  }
  for (const element of (dialog ?? document.body).querySelectorAll('*')) {
    const boxes = [...element.children]
      .filter(isInFlow)
      .map((child) => child.getBoundingClientRect())
    for (const [index, box] of boxes.entries()) {
      const next = boxes[index + 1]
      if (
        next &&
        Math.min(box.right, next.right) - Math.max(box.left, next.left) > 2 &&
        Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top) > 2
      ) {
        found.push(`In ${nameOf(element)}, one part lies over the next`)
      }
    }
  }
  return found

  function isTooWide(element: HTMLElement, { overflowX, display }: CSSStyleDeclaration) {
    const isBox = overflowX === 'visible' && display !== 'inline' && element.clientWidth > 0
    return isBox && element.scrollWidth > element.clientWidth + 1
  }

  function isInFlow(element: Element) {
    if (!(element instanceof HTMLElement) || !element.checkVisibility({ visibilityProperty: true }))
      return false
    const { position, float, margin, display } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    return (
      position === 'static' &&
      float === 'none' &&
      !margin.includes('-') &&
      display !== 'inline' &&
      display !== 'contents' &&
      width > 1 &&
      height > 1
    )
  }

  /** Whether an element can scroll into view sideways, as in a gallery or a row of thumbnails. */
  function isScrolled(element: Element) {
    for (let above = element.parentElement; above; above = above.parentElement) {
      const { overflowX } = getComputedStyle(above)
      if (/^(auto|scroll|hidden|clip)$/.test(overflowX) && above !== dialog) return true
    }
    return false
  }
}
