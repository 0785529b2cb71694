import { secondsInDay } from 'date-fns/constants'
import * as z from 'zod/mini'
import { nextDue } from './due.ts'
import { NONE, parameters, text, whole } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { invalid } from './refusals.ts'
import { newId, type World } from './world.ts'

const CreateTestClock = parameters({ frozen_time: whole, name: z.optional(text) })
const AdvanceTestClock = parameters({ frozen_time: whole })

/**
 * The maximum time by which one request can advance a test clock. Stripe has the same limit for
 * monthly subscriptions.
 */
const MAX_ADVANCE_SECONDS = 2 * 31 * secondsInDay
const DELETED_AFTER_SECONDS = 30 * secondsInDay

export function testClockRoutes(serve: Serve, world: World) {
  const { ledger, time, emit } = world

  serve('POST', '/v1/test_helpers/test_clocks', CreateTestClock, ({ frozen_time, name }) => {
    const created = time.of(null)
    return ledger.testClocks.add({
      id: newId('clock'),
      object: 'test_helpers.test_clock',
      created,
      deletes_after: created + DELETED_AFTER_SECONDS,
      frozen_time,
      livemode: false,
      name: name ?? null,
      status: 'ready',
      status_details: {},
    })
  })

  serve('GET', '/v1/test_helpers/test_clocks/:id', NONE, (_, { id }) => ledger.testClocks.get(id))

  serve('POST', '/v1/test_helpers/test_clocks/:id/advance', AdvanceTestClock, (given, { id }) => {
    const clock = ledger.testClocks.get(id)
    const target = given.frozen_time
    if (target <= clock.frozen_time) {
      throw invalid('frozen_time must be after the current frozen time.', { param: 'frozen_time' })
    }
    if (target > clock.frozen_time + MAX_ADVANCE_SECONDS) {
      throw invalid('A test clock can be advanced by at most two intervals at a time.', {
        param: 'frozen_time',
      })
    }
    for (let due = nextDue(world, id); due && due.at <= target; due = nextDue(world, id)) {
      clock.frozen_time = due.at
      time.at(due.at, due.run)
    }
    clock.frozen_time = target
    emit('test_helpers.test_clock.ready', clock)
    return clock
  })
}
