import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSubscriptionForUser } from '#contract/payments.ts'
import { updateSubscription } from '#contract/users.ts'
import { subscriptionChanges, users } from '#server/db/schema.ts'
import { endBilling } from '#server/payments/ending/cancel.ts'
import { changesBetween } from '#server/payments/mirror/changes.ts'
import { settleEnded } from '#server/payments/recurring/reconcile.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const NOW = new Date('2026-03-10T00:00:00Z')
const SOON = new Date('2026-03-20T00:00:00Z')
const LATER = new Date('2026-04-20T00:00:00Z')
const LAST_WEEK = new Date('2026-03-03T00:00:00Z')

type Terms = NonNullable<Parameters<typeof changesBetween>[0]>

const paid = (terms: Partial<Terms> = {}): Terms => ({
  status: 'active',
  endsAt: SOON,
  paymentProvider: 'stripe',
  stripeSubscriptionId: 'sub_1',
  ...terms,
})
const given = (terms: Partial<Terms> = {}) =>
  paid({ endsAt: null, paymentProvider: 'manual', stripeSubscriptionId: null, ...terms })

const cancelled = { status: 'cancelled' } as const
const none = { status: 'inactive' } as const
const next = { stripeSubscriptionId: 'sub_2' }

type LoggedChange = [kind: string, provider: string, at: Date]

const TRANSITIONS: [
  name: string,
  before: Terms | null,
  after: Terms | null,
  changes: LoggedChange[],
][] = [
  ['nobody has subscribed', null, paid(none), []],
  ['somebody has left without one', paid(none), null, []],
  ['a first one is paid', null, paid(), [['started', 'stripe', NOW]]],
  ['one is paid after the last', paid(none), paid(next), [['started', 'stripe', NOW]]],
  ['the same is paid after its end', paid(none), paid(), [['started', 'stripe', NOW]]],
  ['it is renewed', paid({ endsAt: NOW }), paid({ endsAt: LATER }), []],
  ['it is renewed late', paid({ endsAt: LAST_WEEK }), paid({ endsAt: LATER }), []],
  ['it is cancelled', paid(), paid(cancelled), [['cancelled', 'stripe', NOW]]],
  ['it is cancelled as it was', paid(cancelled), paid(cancelled), []],
  ['it goes on', paid(cancelled), paid(), [['reactivated', 'stripe', NOW]]],
  [
    'it went on in time, which is noticed after the time',
    paid({ ...cancelled, endsAt: LAST_WEEK }),
    paid({ endsAt: LATER }),
    [['reactivated', 'stripe', NOW]],
  ],
  [
    'it was started and cancelled, of which only that is noticed',
    null,
    paid(cancelled),
    [
      ['started', 'stripe', NOW],
      ['cancelled', 'stripe', NOW],
    ],
  ],
  [
    'it has run out',
    paid({ ...cancelled, endsAt: LAST_WEEK }),
    paid({ status: 'expired', endsAt: LAST_WEEK }),
    [['ended', 'stripe', LAST_WEEK]],
  ],
  [
    'it was ended before its time',
    paid(),
    paid({ status: 'expired', endsAt: LAST_WEEK }),
    [['ended', 'stripe', LAST_WEEK]],
  ],
  ['it is taken away', paid(), paid({ ...none, endsAt: NOW }), [['ended', 'stripe', NOW]]],
  [
    'it is taken away, with time left',
    paid(),
    paid({ ...none, endsAt: SOON }),
    [['ended', 'stripe', NOW]],
  ],
  [
    'it has run out and another is paid',
    paid({ ...cancelled, endsAt: LAST_WEEK }),
    paid(next),
    [
      ['ended', 'stripe', LAST_WEEK],
      ['started', 'stripe', NOW],
    ],
  ],
  [
    'it was ended before its time and another is paid',
    paid(),
    paid(next),
    [
      ['ended', 'stripe', NOW],
      ['started', 'stripe', NOW],
    ],
  ],
  ['access is given', null, given(), [['started', 'manual', NOW]]],
  ['access is given again', given(), given({ endsAt: LATER }), []],
  [
    'access is given again after its end',
    given({ endsAt: LAST_WEEK }),
    given(),
    [
      ['ended', 'manual', LAST_WEEK],
      ['started', 'manual', NOW],
    ],
  ],
  ['complimentary access bears the name of what was paid', given(), given(next), []],
  [
    'complimentary access is cancelled',
    given(),
    given({ ...cancelled, endsAt: LATER }),
    [['cancelled', 'manual', NOW]],
  ],
  [
    'complimentary access goes on',
    given({ ...cancelled, endsAt: LATER }),
    given(),
    [['reactivated', 'manual', NOW]],
  ],
  [
    'complimentary access has run out',
    given({ endsAt: LAST_WEEK }),
    given({ status: 'expired', endsAt: LAST_WEEK }),
    [['ended', 'manual', LAST_WEEK]],
  ],
  [
    'who had complimentary access pays',
    given(),
    paid(),
    [
      ['ended', 'manual', NOW],
      ['started', 'stripe', NOW],
    ],
  ],
  [
    'who has paid is given it',
    paid(),
    given({ stripeSubscriptionId: 'sub_1' }),
    [
      ['ended', 'stripe', NOW],
      ['started', 'manual', NOW],
    ],
  ],
  ['who pays is deleted', paid(), null, [['ended', 'stripe', NOW]]],
  ['who has cancelled is deleted', paid(cancelled), null, [['ended', 'stripe', NOW]]],
  [
    'who is deleted had it until last week',
    paid({ ...cancelled, endsAt: LAST_WEEK }),
    null,
    [['ended', 'stripe', LAST_WEEK]],
  ],
  ['who is deleted had complimentary access for good', given(), null, [['ended', 'manual', NOW]]],
]

test.each(TRANSITIONS)(
  'the log of subscription changes is correct when %s',
  (_, before, after, changes) => {
    const told = changesBetween(before, after, NOW)
    expect(told.map(({ kind, paymentProvider, at }) => [kind, paymentProvider, at])).toEqual(
      changes,
    )
  },
)

describe('when a subscription changes', () => {
  let server: TestServer
  let payments: ReturnType<typeof paymentsOf>

  beforeEach(async () => {
    server = await startServer()
    payments = paymentsOf(server)
  })

  async function readChangeLog() {
    const rows = await server.services.db
      .select()
      .from(subscriptionChanges)
      .orderBy(subscriptionChanges.id)
    return rows.map(({ kind, at }) => `${kind} ${at.toISOString().slice(0, 10)}`)
  }

  test('the log of subscription changes records the start, cancellation and resumption of a subscription, but no renewals', async () => {
    const ana = await payments.addPayer()
    await server.advance('1 month')
    // Stripe charges a renewal one hour after the month begins, so advance by more than an hour.
    await server.advance('2 hours')
    await payments.cancel(ana)
    await payments.reactivate(ana)
    await server.advance('1 month')
    expect(await readChangeLog()).toEqual([
      'started 2026-01-15',
      'cancelled 2026-02-15',
      'reactivated 2026-02-15',
    ])
  })

  test('the log of subscription changes records the end of a subscription on the correct date, even if the server notices the end much later', async () => {
    const ana = await payments.addPayer()
    await payments.cancel(ana)
    server.sandbox.webhookFaults.drop = () => true
    await server.advance('3 months')
    await settleEnded(server.services)
    expect(await readChangeLog()).toEqual([
      'started 2026-01-15',
      'cancelled 2026-01-15',
      'ended 2026-02-15',
    ])
  })

  test('the log of subscription changes records each start and end of complimentary access', async () => {
    const ana = await server.addUser()
    const admin = await server.addAdmin()
    await server.call(admin, createSubscriptionForUser, { user_id: ana.id })
    await server.call(admin, updateSubscription, { id: ana.id, status: 'inactive' })
    expect(await readChangeLog()).toEqual(['started 2026-01-15', 'ended 2026-01-15'])
  })

  test('when a person is deleted, the log of subscription changes records the end of the subscription, but not if the deletion fails', async () => {
    const ana = await payments.addPayer()
    const staying = endBilling(server.services, ana.id, async () => {
      throw new Error('There is no room')
    })
    await expect(staying).rejects.toThrow('There is no room')
    await endBilling(server.services, ana.id, async (tx) => {
      await tx.delete(users).where(eq(users.id, ana.id))
    })
    expect(await readChangeLog()).toEqual(['started 2026-01-15', 'ended 2026-01-15'])
  })
})
