import { OLD_FARMS, type Sentence, some, when } from './sentence.ts'

/** Sentences about the interior. */
export const ROOMS: readonly Sentence[] = [
  when(
    (h) => h.engawa >= 6,
    (h) =>
      `The engawa runs ${h.engawa} metres along the garden, wide enough for two to sit with a tray between them.`,
  ),
  when(
    (h) => h.engawa >= 5,
    (h) =>
      `${h.engawa} metres of engawa face south; on it one dries persimmons, plums and oneself.`,
  ),
  when(
    (h) => h.engawa >= 4,
    () => 'Open the glass of the engawa on both sides and the house becomes a pavilion.',
  ),
  when(
    (h) => h.engawa >= 4,
    () => 'The boards of the engawa are zelkova, polished by a hundred years of socks.',
  ),
  when(
    (h) => OLD_FARMS.includes(h.kind),
    () =>
      'The irori was covered with a board when the children were small; lift it and it can be lit again.',
  ),
  when(
    (h) => OLD_FARMS.includes(h.kind) && h.bestRoom >= 8,
    (h) =>
      `Take the fusuma out and the rooms become one of ${h.bestRoom + 8} mats and more, as for weddings.`,
  ),
  when(
    (h) => h.has('earth') && h.kind !== 'machiya',
    () => 'On the doma stands a kamado with two mouths, sound, and a stack of split oak.',
  ),
  when(
    (h) => h.has('earth') && OLD_FARMS.includes(h.kind),
    () => 'The earth floor is tamped hard and cool; bicycles, boots and harvest go no further.',
  ),
  when(
    (h) => h.has('alcove'),
    (h) =>
      `The room of ${h.bestRoom} mats has a tokonoma, and the scroll of ${h.random.pick(['a carp', 'a full moon', 'plum blossom', 'Daruma'])} stays.`,
  ),
  when(
    (h) => h.has('alcove'),
    () =>
      'The alcove has a post of camellia with its bark on, and a shelf for the radio that was always on.',
  ),
  when(
    (h) => h.bestRoom >= 8,
    (h) =>
      `The largest room has ${h.bestRoom} mats, changed ${some(h, 1, 4)} years ago; on damp days they smell of grass.`,
  ),
  when(
    (h) => h.bestRoom >= 6,
    () =>
      'Above the fusuma are ranma, carved through with cranes on one side and pines on the other.',
  ),
  when(
    (h) => h.bestRoom >= 6,
    () =>
      'The shoji were papered anew this winter by the neighbours’ children, and one pane has a paper cat.',
  ),
  when(
    (h) => h.has('living'),
    () =>
      'Two rooms were made into one large one with a floor of cedar; the old beams stayed in sight.',
  ),
  when(
    (h) => h.has('living'),
    () => 'The living room has a stove with a glass door and a flue that passed its inspection.',
  ),
  when(
    (h) => h.has('dining'),
    () =>
      'The kitchen is of the nineteen-eighties, steel, complete, and proud of its grill drawer.',
  ),
  when(
    (h) => h.has('dining'),
    () =>
      'In the kitchen a hatch leads to the cellar for pickles; the stone on the tub weighs eleven kilos.',
  ),
  when(
    (h) => h.has('kitchen'),
    () => 'The kitchen is old, but it has two windows and a door to the vegetable bed.',
  ),
  when(
    (h) => h.floors === 2 && h.kind !== 'machiya',
    () => 'The room at the top of the stairs gets the first sun and was fought over.',
  ),
  when(
    (h) => h.floors === 2,
    () => 'The stairs have drawers in them, each a different depth.',
  ),
  when(
    (h) => h.has('balcony') && h.kind !== 'flat',
    () => 'On the balcony futons are aired, and once a year fireworks are watched.',
  ),
  when(
    (h) => h.has('shop'),
    () =>
      'The front room opens to the street along its whole width: a workshop, a café, a library.',
  ),
  when(
    (h) => h.has('service'),
    () =>
      'The S in its layout is a room with a small window, which served for sewing and would do for a desk.',
  ),
  when(
    (h) => h.kind === 'flat',
    () =>
      'Bath, kitchen and floors were done four years ago; furniture and rice cooker are included.',
  ),
  when(
    (h) => h.year < 1960,
    () => 'Electricity and water were renewed; the bath, lined with small blue tiles, was spared.',
  ),
  when(
    (h) => h.year >= 1960 && h.year < 1990,
    () => 'A goemon bath gave way to one that heats itself and says so in a woman’s voice.',
  ),
  () => 'In the oshiire: five futons, a fan, a kotatsu, and the instructions for all of them.',
]
