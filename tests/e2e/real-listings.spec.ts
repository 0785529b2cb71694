import { AKIYA_BANK_CSV } from '#tests/support/akiya-bank.ts'
import { removeDirectory, runImport, startProduct } from '#tests/support/product.ts'
import { expect, signIn, test } from './fixtures.ts'

test.skip(!AKIYA_BANK_CSV, 'the open data of the akiya bank is not on this machine')

test('after importing the real file, a subscriber finds the 316 houses of Hyogo', async ({
  page,
  isMobile,
}) => {
  test.setTimeout(240_000)
  const product = await startProduct({ env: { SAMPLE_DATA: 'off' } })
  try {
    const first = await runImport(product.directory, [AKIYA_BANK_CSV ?? ''])
    expect(first.output).toMatch(/4,?883/)
    const second = await runImport(product.directory, [AKIYA_BANK_CSV ?? ''])
    expect(second.output).toMatch(/added\s+0\b/i)
    expect(second.output).toMatch(/changed\s+0\b/i)

    const subscriber = product.accounts.find(({ role }) => role === 'subscriber')
    if (!subscriber) throw new Error('No subscriber was printed')
    await page.goto(`${product.origin}/login`)
    await signIn(page, subscriber)
    await expect(page.getByText('Showing 1-20 of 4883 results')).toBeVisible()
    const card = page.getByRole('article').first()
    await expect(card.getByText(/\s· listed as of Mar 2025$/)).toBeVisible()
    if (isMobile) await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByLabel('Prefecture', { exact: true }).selectOption('hyogo')
    await expect(page.getByText('Showing 1-20 of 316 results')).toBeAttached()
    await expect(page.getByText(/国土交通省 Project LINKS/).first()).toBeAttached()
  } finally {
    // Leave the page first, because its requests would fail when the server stops.
    await page.goto('about:blank')
    await product.stop()
    removeDirectory(product.directory)
  }
})
