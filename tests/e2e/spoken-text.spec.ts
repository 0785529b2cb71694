import type { Locator, Page } from '@playwright/test'
import { demoAccount, expect, openSignedIn, test } from './fixtures.ts'

/** The texts below an element as Chromium passes them to a screen reader, in the order of reading. */
async function spokenTexts(page: Page, element: Locator) {
  await element.evaluate((node) => node.setAttribute('data-spoken', ''))
  const session = await page.context().newCDPSession(page)
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '[data-spoken]',
  })
  const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId })
  return nodes
    .filter(({ role, ignored }) => role?.value === 'StaticText' && !ignored)
    .map(({ name }) => String(name?.value))
}

test('screen readers read the facts of a card without the separator dots, and with a space after the invisible word “built”', async ({
  page,
}) => {
  await openSignedIn(page, demoAccount('subscriber'), '/listings')
  const facts = page.getByRole('list', { name: 'Facts' }).filter({ hasText: /built/ }).first()
  const texts = await spokenTexts(page, facts)
  expect(texts).toContain('built ')
  expect(texts.join('')).toMatch(/^built \d{4}/)
  expect(texts.join('')).not.toContain('·')
})
