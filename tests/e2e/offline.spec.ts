import { expect, signIn, test } from './fixtures.ts'

test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/] })

test('the app opens in airplane mode after the phone was restarted', async ({ phone, server }) => {
  await signIn(phone.page, await server.addSubscriber())
  await expect(phone.page.getByText('Showing 1-20 of 330 results')).toBeVisible()
  await phone.untilWorkerServes()

  await server.stop()
  await phone.setOffline(true)
  await phone.restart()
  await phone.page.goto('/free-preview')
  await expect(phone.page.getByRole('heading', { name: 'Free Preview' })).toBeVisible()
  await server.start()
})
