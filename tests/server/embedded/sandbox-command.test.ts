import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readArguments } from '#stripe-sandbox/command/arguments.ts'
import { runCommand } from '#tests/support/command.ts'
import { openWebhookEndpoint, testSandbox } from '#tests/support/sandbox.ts'

const START = '2026-11-21T05:00:30Z'

let directory: string
beforeAll(() => {
  directory = fs.mkdtempSync(join(tmpdir(), 'engawa-test-'))
})
afterAll(() => fs.rmSync(directory, { recursive: true }))

const sandboxCommand = (...args: string[]) =>
  runCommand('sandbox', args, {
    env: { PATH: process.env.PATH, DATA_DIR: directory },
  })

test.each([
  [['advance', '1', 'month'], { amount: 1, unit: 'month' }],
  [['advance', '36', 'hours'], { amount: 36, unit: 'hour' }],
  [['advance', '2', 'weeks'], { amount: 2, unit: 'week' }],
  [['advance', '10', 'days'], { amount: 10, unit: 'day' }],
  [['advance', 'to', '2027-01-31'], { to: '2027-01-31T00:00:00.000Z' }],
  [['advance', 'to', '2027-01-31T18:30'], { to: '2027-01-31T18:30:00.000Z' }],
  [['advance', 'to', '2027-01-31T18:30:05Z'], { to: '2027-01-31T18:30:05.000Z' }],
  [['advance', '--help'], null],
])('the command for the payment sandbox understands the arguments %j', (args, span) => {
  expect(readArguments(args)).toEqual(span)
})

test.each([
  [[], 'Name a command'],
  [['rewind', '1', 'month'], 'There is no command rewind'],
  [['advance'], 'Say how far'],
  [['advance', '1'], 'Say how far'],
  [['advance', '1', 'fortnight'], 'fortnight is not one of hours, days, weeks, months and years'],
  [['advance', '1.5', 'days'], '1.5 is not a number of days'],
  [['advance', '0', 'days'], '0 is not a number of days'],
  [['advance', '-1', 'days'], '-1 is not a number of days'],
  [['advance', 'to', '2027-02-30'], '2027-02-30 is not a date like 2027-01-31'],
  [['advance', 'to', 'tomorrow'], 'tomorrow is not a date like 2027-01-31'],
  [['advance', '1', 'day', 'please'], 'please is not expected here'],
])('the command for the payment sandbox refuses the arguments %j', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence)
})

test('advancing the time of a running payment sandbox renews subscriptions, charges cards and sends events', async () => {
  const { sandbox, stripe, subscriber } = await testSandbox({
    directory: join(directory, 'sandbox'),
    clock: () => new Date(START),
  })
  const endpoint = await openWebhookEndpoint()
  sandbox.deliverTo(endpoint.url, { events: ['invoice.paid', 'invoice.payment_failed'] })
  await subscriber()
  const failing = await subscriber('pm_card_visa', { email: 'bob@example.com' })
  const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: failing.customer,
  })
  await stripe.subscriptions.update(failing.subscription.id, { default_payment_method: id })
  await sandbox.settle()
  endpoint.received.length = 0

  expect(await sandboxCommand('advance', '1', 'month')).toEqual({
    code: 0,
    stderr: '',
    stdout: [
      'From 2026-11-21 05:00 to 2026-12-21 05:00 UTC',
      '  2026-12-21 05:00  ana@example.com  is billed $20.00 for the next month',
      '  2026-12-21 05:00  bob@example.com  is billed $20.00 for the next month',
      '',
    ].join('\n'),
  })
  expect((await sandboxCommand('advance', 'to', '2027-01-10')).stdout.split('\n')).toEqual([
    'From 2026-12-21 05:00 to 2027-01-10 00:00 UTC',
    '  2026-12-21 06:00  ana@example.com  pays $20.00',
    '  2026-12-21 06:00  bob@example.com  could not pay $20.00, to be tried again on 2026-12-24',
    '  2026-12-24 06:00  bob@example.com  could not pay $20.00, to be tried again on 2026-12-29',
    '  2026-12-29 06:00  bob@example.com  could not pay $20.00, to be tried again on 2027-01-05',
    '  2027-01-05 06:00  bob@example.com  could not pay $20.00, for the last time',
    '  2027-01-05 06:00  bob@example.com  has no subscription any more',
    '',
  ])
  expect(endpoint.received).toHaveLength(5)
  expect(sandbox.now()).toEqual(new Date('2027-01-10T00:00:00Z'))
  expect((await sandboxCommand('advance', '1', 'hour')).stdout).toBe(
    'From 2027-01-10 00:00 to 2027-01-10 01:00 UTC\n  Nothing was due.\n',
  )

  const back = await sandboxCommand('advance', 'to', '2026-01-01')
  expect(back).toEqual({
    code: 1,
    stdout: '',
    stderr: 'It is 2027-01-10T01:00:00.000Z in the sandbox, and time goes forward only.\n',
  })
  const far = await sandboxCommand('advance', '11', 'years')
  expect(far.stderr).toBe('Time can be advanced by at most 10 years at once.\n')
  const farther = await sandboxCommand('advance', '999999', 'years')
  expect(farther.stderr).toBe(far.stderr)
})

test('if no payment sandbox is running, the sandbox command says how to start one', async () => {
  const words = /^No Engawa runs with a sandbox in \S+\/sandbox\. Start it with npm start.*\n$/
  fs.rmSync(join(directory, 'sandbox'), { recursive: true, force: true })
  const { code, stderr } = await sandboxCommand('advance', '1', 'month')
  expect(code).toBe(1)
  expect(stderr).toMatch(words)

  const { sandbox } = await testSandbox({ directory: join(directory, 'sandbox') })
  const left = join(directory, 'sandbox', 'running.json')
  const address = fs.readFileSync(left, 'utf8')
  await sandbox.close()
  expect(fs.existsSync(left)).toBe(false)
  // After a crash, `running.json` still exists.
  fs.writeFileSync(left, address)
  expect((await sandboxCommand('advance', '1', 'month')).stderr).toMatch(words)
})

test('the sandbox command prints its usage with --help', async () => {
  const { code, stdout } = await sandboxCommand('--help')
  expect(code).toBe(0)
  expect(stdout).toContain('advance 1 month')
  const { stderr } = await sandboxCommand('advance', 'far')
  expect(stderr).toBe(
    'Say how far, as in: advance 1 month\nnpm run sandbox -- --help lists the options.\n',
  )
})
