import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'
import type { DemoAccount } from '#server/demo-accounts.ts'

export { expect }

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The page of a browser that fails its test when the page reports an error nobody expected. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  baseURL: async ({ baseURL }, use) => use(baseURL ?? process.env.E2E_ORIGIN),
  expectedErrors: [async ({ browserName: _ }, use) => use([]), { box: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await use(page)
    expect(
      errors.filter((error) => !expectedErrors.some((expected) => expected.test(error))),
      'errors in the console',
    ).toEqual([])
  },
})

export function demoAccount(role: DemoAccount['role']) {
  const accounts = JSON.parse(process.env.E2E_ACCOUNTS ?? '[]') as DemoAccount[]
  const account = accounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`The product printed no account of a ${role}`)
  return account
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  if (!new URL(page.url(), 'http://blank').pathname.startsWith('/login')) await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
}

/** What axe finds wrong with the page as it is now, by the WCAG 2.2 AA rules and its best practices. */
export async function violations(page: Page) {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const result = await axe.run()
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
  })
}
