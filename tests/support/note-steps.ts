import fc from 'fast-check'

/** A random event: a person, a browser, the network or the server does something. */
export type Step = DeviceStep | ServerStep

/** An event of the server: it fails, it works again, or an operator deploys another version. */
type ServerStep = { type: 'server'; mode: 'error500' | 'pass' } | { type: 'new version' }

/** An event on one of the two devices. */
export type DeviceStep =
  | { type: 'write'; device: number; tab: number; field: TextField; text: string }
  | { type: 'choose'; device: number; tab: number; status: string }
  | { type: 'write and reload'; device: number; tab: number; text: string; after: number }
  | { type: 'reload'; device: number; tab: number }
  | { type: 'network'; device: number; isOffline: boolean }
  | { type: 'update'; device: number; tab: number; answer: 'Update' | 'Later' }
  | { type: 'share'; device: number; tab: number; action: (typeof SHARING)[number] }
  | { type: 'answer'; device: number; tab: number; answer: string }
  | { type: 'plan'; device: number; tab: number; day: string }
  | { type: 'move'; device: number; tab: number; day: string }
  | { type: 'pin'; device: number; tab: number; latitude: number }
  | { type: 'photograph' | 'delete a photo'; device: number; tab: number }
  | { type: 'open a tab' | 'close a tab' | 'kill' | 'sync' | 'end the session'; device: number }

const TEXT_FIELDS = ['Summary', 'Notes'] as const
type TextField = (typeof TEXT_FIELDS)[number]
const STATUSES = ['To see', 'Seen', 'Asked', 'Interested', 'Rejected']

const SHARING = ['Share Notes and Photos', 'Stop Sharing'] as const
const ANSWERS = ['Fine', 'Problem']
/** The days on which the house may be planned. */
export const DAYS = ['2027-05-03', '2027-05-04']

const device = fc.nat(1)
const tab = fc.nat(1)
const text = fc.constantFrom('damp', 'dry', 'leans', 'sound', 'ask again', '雨漏り')

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      ...{ type: fc.constant('write' as const), device, tab },
      ...{ field: fc.constantFrom(...TEXT_FIELDS), text },
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ type: fc.constant('choose' as const), device, tab },
      status: fc.constantFrom(...STATUSES),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ type: fc.constant('write and reload' as const), device, tab, text },
      after: fc.constantFrom(0, 5, 20, 500),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ type: fc.constant('network' as const), device, isOffline: fc.boolean() },
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('reload' as const), device, tab }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('server' as const),
      mode: fc.constantFrom('error500' as const, 'pass' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('new version' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      ...{ type: fc.constant('update' as const), device, tab },
      answer: fc.constantFrom('Update' as const, 'Update' as const, 'Later' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ type: fc.constant('share' as const), device, tab },
      action: fc.constantFrom(...SHARING),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ type: fc.constant('answer' as const), device, tab },
      answer: fc.constantFrom(...ANSWERS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ type: fc.constant('plan' as const), device, tab },
      day: fc.constantFrom('', ...DAYS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ type: fc.constant('move' as const), device, tab },
      day: fc.constantFrom(...DAYS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ type: fc.constant('pin' as const), device, tab },
      latitude: fc.constantFrom(35.01, 35.02),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom('photograph' as const, 'delete a photo' as const),
      ...{ device, tab },
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom(
        ...(['open a tab', 'close a tab', 'kill', 'sync', 'end the session'] as const),
      ),
      device,
    }),
  },
)
