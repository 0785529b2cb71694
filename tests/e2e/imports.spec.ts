import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { houseRecord } from '#tests/support/imports.ts'
import { copyOfEmptyDatabase } from '#tests/support/prepared-folders.ts'
import { type Product, removeDirectory, startProduct } from '#tests/support/product.ts'
import { expect, signIn, test, violations } from './fixtures.ts'

test.setTimeout(240_000)

/**
 * A separate server for this file. The imports add houses, and would change the numbers of houses
 * that other tests expect on the shared server.
 */
let product: Product
test.beforeAll(async () => {
  product = await startProduct({ directory: copyOfEmptyDatabase(), env: { SAMPLE_DATA: 'off' } })
})
test.afterAll(async () => {
  await product.stop()
  removeDirectory(product.directory)
})

async function openImports(page: Page) {
  const admin = product.accounts.find(({ role }) => role === 'admin')
  if (!admin) throw new Error('No administrator was printed')
  await page.goto(`${product.origin}/login`)
  await signIn(page, admin)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click()
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a file' })).toBeVisible()
}

const choose = (page: Page, records: object[]) =>
  page.getByLabel('Choose File').setInputFiles({
    name: 'houses.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(records)),
  })

async function press(page: Page, name: string) {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}

// Slow: only this test tries keyboard, focus and axe in the dialogs of an import.
test('an administrator imports files by keyboard, and axe finds no accessibility problem', async ({
  page,
}) => {
  await openImports(page)
  await page.getByRole('button', { name: 'Options' }).press('Enter')
  await page.getByRole('textbox', { name: 'Source' }).fill('Tanba')
  await press(page, 'Upload and Check')
  await expect(page.getByText('Choose the file to import')).toBeVisible()
  await expect(page.getByLabel('Choose File')).toBeFocused()
  expect(await violations(page)).toEqual([])

  const houses = ['a', 'b', 'c'].map((_id) => houseRecord({ _id, link: '=1+1' }))
  await choose(page, [...houses, {}])
  await press(page, 'Upload and Check')
  await expect(page.getByText(/^This is what the import would do/)).toBeVisible()
  await expect(page.getByText('Record rejected')).toBeVisible()
  expect(await violations(page)).toEqual([])

  // After a reload, the page asks the server for the state of the import.
  await page.reload()
  await expect(page.getByText(/^This is what the import would do/)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await press(page, 'Download as CSV')
  const file = await downloading
  expect(file.suggestedFilename()).toBe('houses - not used.csv')
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toMatch(/^\ufeffLine,Outcome,/)
  expect(csv).toContain(`"'=1+1"`)

  // A double click must start only one import.
  await page.getByRole('button', { name: 'Import Now' }).dblclick()
  await expect(
    page.getByText(/^Imported: 3 added, 0 changed, 0 unchanged, 1 rejected\./),
  ).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Imported: 3 added')
  expect(await violations(page)).toEqual([])

  await press(page, 'Choose Another File')
  await page.getByRole('button', { name: 'Options' }).press('Enter')
  await page.getByRole('textbox', { name: 'Source' }).fill('Tanba')
  await page.getByRole('checkbox', { name: /^The file is complete/ }).check()
  await choose(page, [houses[0] ?? {}])
  await press(page, 'Upload and Check')
  await press(page, 'Import Now')
  const question = page.getByRole('dialog', { name: 'Withdraw 2 listings?' })
  await expect(question).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Import Now' })).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, 'Import and Withdraw')
  await expect(
    page.getByText(/, 2 withdrawn\. 1 house of the file is now in the catalogue\.$/),
  ).toBeVisible()

  await page.goto(`${product.origin}/listings?listing=a`)
  await expect(page.getByText('Showing specific listing.')).toBeVisible()
  await expect(page.getByRole('article', { name: /Hyogo/ })).toBeVisible()
})

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator) {
  for (let tabs = 0; tabs < 100; tabs++) {
    await page.keyboard.press('Tab')
    if (await control.evaluate((element) => element === document.activeElement)) return
  }
  await expect(control).toBeFocused()
}

// Slow: only this test tries keyboard, focus and axe on the fields for the columns of a file.
test('an administrator maps the columns of a file by keyboard alone, and axe finds no accessibility problem', async ({
  page,
}) => {
  await openImports(page)
  await page.getByLabel('Choose File').setInputFiles({
    name: 'houses.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('空き家一覧\nk,p,q,r\n7,480,阿南町,富草1\n8,650,阿南町,富草2\n'),
  })
  await page.getByLabel('Choose File').focus()
  await tabTo(page, page.getByRole('textbox', { name: 'Source' }))
  await page.keyboard.type('Anan')
  await tabTo(page, page.getByRole('button', { name: 'Upload and Check' }))
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toContainText('The file cannot be imported')
  const field = (name: string) => page.getByRole('combobox', { name, exact: true })
  await expect(field('Number of the house')).toBeVisible()

  const choices = { 'Number of the house': 'k', Address: 'q', 'Address, part 2': 'r', Price: 'p' }
  for (const [name, typed] of Object.entries({ ...choices, 'Unit of price': '10,000' })) {
    await tabTo(page, field(name))
    await page.keyboard.type(typed)
  }
  await tabTo(page, page.getByRole('button', { name: 'More fields' }))
  await page.keyboard.press('Space')
  const stated = page.getByRole('group', { name: 'For houses that do not state it' })
  await tabTo(page, stated.getByLabel('Prefecture'))
  await page.keyboard.type('Nagano')
  await expect(page.getByText(/^You have changed the columns/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await tabTo(page, page.getByRole('button', { name: 'Check Again' }))
  await page.keyboard.press('Enter')

  await expect(page.getByText(/^This is what the import would do/)).toBeVisible()
  await expect(page.locator(':focus')).toContainText('This is what the import would do')
  await expect(page.getByRole('cell', { name: '¥4,800,000' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await tabTo(page, page.getByRole('button', { name: 'Import Now' }))
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toContainText('Imported: 2 added')
})
