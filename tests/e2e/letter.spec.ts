import { expect, openSignedIn, test, violations } from './fixtures.ts'

/** Allow the errors that the browser itself logs when a request fails. */
test.use({ expectedErrors: [/^Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

test('offline, a buyer opens a house, picks questions by keyboard and copies the letter', async ({
  phone,
  server,
}) => {
  const { page, context } = phone
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSignedIn(page, await server.addSubscriber(), '/listings')
  await expect(page.getByText('Showing 1-20 of 330 results')).toBeVisible()
  await phone.setOffline(true)

  await page.getByRole('article').first().getByRole('heading').getByRole('button').click()
  await page.getByRole('link', { name: 'Open the page of this house' }).click()
  const house = page.getByRole('article')
  await expect(
    house.getByText('Check that the house is still offered.', { exact: true }),
  ).toBeVisible()
  await house.getByRole('button', { name: 'Write in Japanese' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Ask in Japanese' })
  await sheet.getByRole('checkbox', { name: /boundary marks/ }).press('Space')
  await expect(sheet.getByText(/境界標はございますでしょうか/)).toHaveAttribute('lang', 'ja')
  expect(await violations(page)).toEqual([])

  await sheet.getByRole('button', { name: 'Copy Letter' }).click()
  await expect(page.getByText('Letter copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(
    /^\S+役[所場] 空き家バンク担当 御中[\s\S]+物件番号：[\s\S]+境界標は[\s\S]+お願い申し上げます。/,
  )
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  const opener = house.getByRole('button', { name: 'Write in Japanese' })
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
})
