import { type Sentence, some, when } from './sentence.ts'

/** Sentences about repairs and terms of sale. */
export const PRACTICE: readonly Sentence[] = [
  when(
    (h) => h.year < 1950,
    () => 'The north sill needs a carpenter; the frame, says the inspector, does not.',
  ),
  when(
    (h) => h.year < 1950,
    (h) =>
      `Some tiles or sheets should be seen to before the rains, at an estimated ${some(h, 3, 9) * 100},000 yen.`,
  ),
  when(
    (h) => h.year < 1950,
    () => 'Built before the codes of 1981: an earthquake survey was made and can be read.',
  ),
  when(
    (h) => h.year < 1950 && h.has('earth'),
    () => 'The toilet is simple, a septic tank can be had with the town’s help.',
  ),
  when(
    (h) => h.year >= 1950 && h.year < 1982,
    () => 'Stands since before the earthquake code of 1981; two walls were braced afterwards.',
  ),
  when(
    (h) => h.year >= 1950 && h.year < 1990,
    () => 'Repairs wanted: a floor in the bath corridor, mats upstairs, and patience.',
  ),
  when(
    (h) => h.year >= 1950 && h.year < 1990,
    (h) =>
      `White ants were looked for in ${h.listedAt.getUTCFullYear() - some(h, 0, 3)} and not found.`,
  ),
  when(
    (h) => h.year >= 1990,
    () => 'Can be lived in from the first night.',
  ),
  when(
    (h) => h.year >= 1982,
    () => 'Built to the code of 1981, with its papers complete.',
  ),
  when(
    (h) => h.priceYen === null,
    () => 'The price is to be talked about, over tea, with the owner’s son.',
  ),
  when(
    (h) => h.priceYen !== null && h.priceYen < 1_500_000,
    () => 'The price is low because the owner wants somebody to live here, and says so.',
  ),
  when(
    (h) => h.kind !== 'flat',
    () => 'What is in the house may stay or go, as you wish.',
  ),
  when(
    (h) => h.kind !== 'flat',
    () => 'Water is on, the gas bottle is full, and the gate sticks.',
  ),
  () => 'Sold as it stands; viewings on Saturdays, by telephone the day before.',
  () => 'The boundary was surveyed last year, and the stones are in place.',
  () => 'The owner would like to hand it over by spring, and to be written to afterwards.',
  () => 'The owner asks for a buyer who will keep the name plate for a year.',
  () => 'A scrivener in the town hall has prepared the papers in both languages.',
  () => 'Taxes were 31,000 yen last year; the assessment is in the drawer of the desk.',
  () =>
    'The road before it is public and four metres wide, so that it may be rebuilt as well as restored.',
  () =>
    'Somebody from the town’s akiya desk comes along to the viewing and knows where the light switches are.',
  (h) =>
    `Empty since ${h.listedAt.getUTCFullYear() - some(h, 1, 6)}, and aired on the first of every month.`,
  (h) => `Negotiable within reason; the first ${some(h, 2, 4)} letters will be answered by hand.`,
  when(
    (h) => h.year < 1950,
    () => 'Wiring and roof are first; the rest can be done while one lives in it.',
  ),
  when(
    (h) => h.year < 1950,
    (h) =>
      `A carpenter of ${some(h, 62, 81)} who knows the house would work on it two days a week.`,
  ),
  when(
    (h) => h.year >= 1950 && h.year < 1990,
    () => 'The water heater is new, the wallpaper is not.',
  ),
  when(
    (h) => h.year >= 1950 && h.year < 1990,
    () => 'The survey found one soft joist under the washing machine, and nothing else.',
  ),
  when(
    (h) => h.landArea !== null && h.landArea > 500,
    () =>
      'Part of the land is registered as farmland; the committee meets on the tenth of the month and usually agrees.',
  ),
  when(
    (h) => h.kind !== 'flat',
    () => 'Bring slippers for the viewing, and a jumper from October on.',
  ),
  when(
    (h) => h.kind === 'flat',
    () => 'The reserve fund for repairs is full, and the façade was painted with it.',
  ),
  () => 'Please come twice: once in the sun, once in the rain.',
]
