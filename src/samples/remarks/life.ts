import { family, type Sentence, some, type Told, when } from './sentence.ts'

const isSnowy = ({ climate }: Told) => climate === 'snowy'

/** Sentences about daily life in the house and its town. */
export const LIFE: readonly Sentence[] = [
  when(
    isSnowy,
    (h) =>
      `Snow: ${some(h, 25, 110)} cm in an ordinary winter. The village clears the road by six.`,
  ),
  when(
    (h) => isSnowy(h) && h.year > 1960,
    () => 'A small snow blower comes with the house, and a shelf of gloves in all sizes.',
  ),
  when(
    (h) => h.climate === 'mild',
    () => 'It has not snowed here enough for a snowman since 1984.',
  ),
  when(
    (h) => h.climate === 'subtropical',
    () => 'The sea can be swum in from March to November; nobody here does so before May.',
  ),
  (h) =>
    `${some(h, 9, 46)} households, of which ${some(h, 2, 5)} came from elsewhere in recent years and would tell you how it went.`,
  () => 'The neighbourhood association meets on the first Sunday to cut grass; drinks follow.',
  () => 'Optical fibre is in the house, and the library van comes on alternate Thursdays.',
  () =>
    'The town lends newcomers a house for up to a month, so that they can see a winter or a summer first.',
  (h) =>
    `The town pays up to ${(some(h, 5, 20) * 100_000).toLocaleString('en')} yen towards renovation for those who register as residents.`,
  () => 'The school bus stops at the bridge, and the driver waits.',
  (h) =>
    `${family(h)} from the fire brigade looks for members; the uniform is included, and so is the company.`,
  () => 'The nearest traffic light is in the next town, and is spoken of as an event.',
  () => 'Rice, miso and two phone numbers that matter lie on the kitchen table for whoever comes.',
  (h) =>
    `The station master of the last century planted the ${h.random.pick(['hydrangeas', 'azaleas', 'cosmos'])} along the road; the women’s club still weeds them.`,
  () => 'There is a clinic on weekdays, and a doctor who plays shogi on the others.',
  when(
    (h) => ['valley', 'terraces', 'alps'].includes(h.scene.land),
    () => 'Deer come at dusk. A net for the vegetables hangs in the shed.',
  ),
  (h) => `Mrs ${family(h)} next door has the key and, when you come to look, will have made ohagi.`,
  () => 'At night there is no lamp between the house and the shrine. Bring a torch and look up.',
  () => 'A mobile shop with fish, bread and gossip stops at the gate on Tuesdays and Fridays.',
  when(
    (h) => h.kind !== 'flat',
    () => 'There is a well with a lid and a hand pump; the water was tested and is good.',
  ),
  when(
    (h) => h.landArea !== null && h.landArea > 250,
    () => 'Two cars fit in the yard, three if one of them is a kei truck.',
  ),
]
