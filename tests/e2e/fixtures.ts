import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import type { DemoAccount } from '#server/users/demo-accounts.ts'
import { describeError } from '#tests/support/console-error.ts'
import {
  createInstalledProfile,
  openInstalledPhone,
  openPhone,
  type Phone,
} from '#tests/support/phone.ts'
import { copyOfPhotographedHouses } from '#tests/support/prepared-folders.ts'
import { accountOf, removeDirectory } from '#tests/support/product.ts'
import { type ProxiedServer, startProxiedServer } from '#tests/support/proxied-server.ts'

export { expect }

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Fixtures {
  expectedErrors: RegExp[]
  phone: Phone
  newPhone: Phone
}

/**
 * A test with the fixture `page`, `phone` or `newPhone` fails when the page reports an error that
 * matches no pattern of `expectedErrors`.
 */
export const test = base.extend<Fixtures, { server: ProxiedServer; installed: string }>({
  baseURL: async ({ baseURL }, use) => use(baseURL ?? process.env.E2E_ORIGIN),
  expectedErrors: [async ({ browserName: _ }, use) => use([]), { box: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(describeError(message))
    })
    await use(page)
    expectOnly(expectedErrors, errors)
  },
  /**
   * A server whose houses have photos. Only phones use this server, so tests may stop it and create
   * their own accounts.
   */
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs.
    async ({}, use) => {
      const server = await startProxiedServer(copyOfPhotographedHouses())
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  /** The profile of a browser in which the worker of `server` is installed. */
  installed: [
    async ({ server }, use) => {
      const profile = await createInstalledProfile(server.origin)
      await use(profile)
      removeDirectory(profile)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  /** A phone on which the worker is installed, and on which nobody has signed in. */
  phone: async ({ server, installed, expectedErrors }, use) => {
    await usePhone(await openInstalledPhone(server.origin, installed), server, expectedErrors, use)
  },
  /** A phone that opens the app for the first time. */
  newPhone: async ({ server, expectedErrors }, use) => {
    await usePhone(await openPhone(server.origin), server, expectedErrors, use)
  },
})

async function usePhone(
  phone: Phone,
  { network }: ProxiedServer,
  expectedErrors: RegExp[],
  use: (phone: Phone) => Promise<void>,
) {
  await use(phone)
  await phone.close()
  await network.set('pass')
  expectOnly(expectedErrors, phone.errors)
}

export function expectOnly(expected: RegExp[], errors: string[]) {
  const others = errors.filter((error) => !expected.some((pattern) => pattern.test(error)))
  expect(others, 'errors in the console').toEqual([])
}

export function demoAccount(role: DemoAccount['role']) {
  return accountOf({ accounts: JSON.parse(process.env.E2E_ACCOUNTS ?? '[]') }, role)
}

export type Person = Awaited<ReturnType<typeof addPerson>>

/** Creates an account through the API. Does not sign in. */
export async function addPerson(request: APIRequestContext, name = 'Ana Prieto') {
  const person = { name, email: `${randomUUID()}@example.com`, password: 'a lantern in the hall' }
  expect((await request.post('/v1/auth/register', { data: person })).status()).toBe(200)
  return person
}

export async function signIn(page: Page, { email, password }: Credentials) {
  // A protected page redirects to the login only after the app has loaded. So wait until the app
  // shows a page.
  if (page.url() !== 'about:blank') await page.getByRole('main').waitFor()
  if (!new URL(page.url(), 'http://blank').pathname.startsWith('/login')) await page.goto('/login')
  // The address changes before the page does. Without this wait, the test could fill in the field
  // of the same name on the old page.
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
}

interface Credentials {
  email: string
  password: string
}

/**
 * Signs in through the API and opens a page. Signing in through the login form would load two more
 * pages.
 */
export async function openSignedIn(page: Page, account: Credentials, path: string) {
  await storeSession(page, account)
  await page.goto(path)
}

/** Signs in through the API. The next page that opens has the session. */
export async function storeSession(page: Page, { email: username, password }: Credentials) {
  const answer = await page.request.post('/v1/auth/login', { form: { username, password } })
  const { access_token } = await answer.json()
  // Only a page of the same origin can write to the app's storage, so open `robots.txt`, the
  // smallest page.
  await page.goto('/robots.txt')
  await page.evaluate((token) => localStorage.setItem('token', token), access_token)
}

/** These axe rules depend on colours, so they run again in the dark theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Returns the axe violations of WCAG 2.2 AA and of axe's best practices on the current page, in the
 * light and the dark theme.
 */
export async function violations(page: Page) {
  await page.evaluate(axe)
  const found = await findViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  // Only the colour rules can differ in the dark theme.
  const inDark = await findViolations(page, { runOnly: COLOUR_RULES })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...found, ...inDark.map((violation) => `in the dark, ${violation}`)]
}

async function findViolations(page: Page, options: { runOnly?: string[] } = {}) {
  // Elements that are fading or changing colour fail the contrast check, so wait for animations.
  await page.evaluate(async () => {
    for (const _ of ['style', 'script']) await new Promise(requestAnimationFrame)
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    // These options skip results and selectors that no test reads. Without them, axe takes several
    // times as long.
    const result = await axe.run({ ...options, resultTypes: ['violations'], selectors: false })
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
  }, options)
}
