import type { KindName } from '../kinds.ts'
import { family, type Sentence, some, type Told, when } from './sentence.ts'

const on =
  (...lands: string[]) =>
  ({ scene }: Told) =>
    lands.includes(scene.land)

const STREETS: KindName[] = ['machiya', 'signboard', 'flat']
/** Whether a house has the given kind of fence. Houses on a street have no fence. */
const hasFence = ({ kind, scene }: Told, fence: Told['scene']['fence']) =>
  !STREETS.includes(kind) && scene.fence === fence
const hasGardenTree = ({ kind, scene }: Told, tree: Told['scene']['trees'][number]) =>
  kind !== 'flat' && scene.trees.includes(tree)

/** Sentences about the garden and the surroundings. */
export const GARDENS: readonly Sentence[] = [
  when(
    (h) => hasGardenTree(h, 'persimmon'),
    () => 'The persimmon in the garden bears the astringent kind: peel, hang, wait forty days.',
  ),
  when(
    (h) => hasGardenTree(h, 'persimmon'),
    (h) =>
      `An old persimmon gives about ${some(h, 150, 400)} fruits in a good year, a third of them to the birds.`,
  ),
  when(
    (h) => hasGardenTree(h, 'persimmon'),
    () =>
      'Leave one persimmon at the top of the tree in November; the neighbours will notice that you did.',
  ),
  when(
    (h) => hasGardenTree(h, 'cherry'),
    () => 'A cherry tree stands by the gate and drops its petals in the rain barrel every April.',
  ),
  when(
    (h) => hasGardenTree(h, 'cherry'),
    (h) => `The cherry was planted when the eldest was born, in ${some(h, 1938, 1971)}.`,
  ),
  when(
    (h) => hasGardenTree(h, 'maple'),
    () => 'The maple turns last of all in the valley, on about the tenth of November, all at once.',
  ),
  when(
    (h) => hasGardenTree(h, 'maple'),
    () => 'Under the maple there is a stone to sit on, and moss that nobody planted.',
  ),
  when(
    (h) => hasGardenTree(h, 'ginkgo'),
    () =>
      'The ginkgo is on the map of the fire brigade; its nuts are yours, and so is their smell.',
  ),
  when(
    (h) => hasGardenTree(h, 'plum'),
    () => 'The plum flowers while there is frost, and fills two jars with umeboshi in June.',
  ),
  when(
    (h) => hasGardenTree(h, 'plum'),
    () => 'With the house comes the recipe for its umeshu, in the grandmother’s hand.',
  ),
  when(
    (h) => hasGardenTree(h, 'pine'),
    (h) =>
      `The pine is pruned needle by needle each November by Mr ${family(h)}, who would show you how.`,
  ),
  when(
    (h) => hasGardenTree(h, 'pine'),
    () => 'An umbrella-shaped pine leans over the gate, as it was told to by three generations.',
  ),
  when(
    (h) => hasGardenTree(h, 'bamboo'),
    () =>
      'Behind the house stands bamboo: shoots in April, poles for everything, and a sound at night.',
  ),
  when(
    (h) => hasGardenTree(h, 'cedar'),
    (h) => `Cedars of ${some(h, 50, 90)} years keep off the north wind; they belong to the lot.`,
  ),
  when(
    (h) => hasGardenTree(h, 'citrus'),
    (h) =>
      `${h.climate === 'subtropical' ? 'Shikuwasa' : h.random.pick(['Natsumikan', 'Yuzu', 'Amanatsu', 'Sudachi'])} trees, enough of them to have to give some away.`,
  ),
  when(
    (h) => hasGardenTree(h, 'citrus'),
    () =>
      'From the bath window one can pick a citrus fruit and drop it into the water, as is the custom at the solstice.',
  ),
  when(
    (h) => hasGardenTree(h, 'palm'),
    () => 'Palms rustle like rain on the side of the sea; it is not rain.',
  ),
  when(
    (h) => hasGardenTree(h, 'palm'),
    () => 'Hibiscus, a papaya that came by itself, and a hose long enough for both.',
  ),
  when(
    (h) => hasGardenTree(h, 'broad'),
    (h) =>
      `A ${h.climate === 'subtropical' ? 'fukugi' : h.random.pick(['zelkova', 'camphor', 'chestnut', 'oak'])} as old as the house shades the yard in the afternoon.`,
  ),
  when(
    (h) => hasFence(h, 'stone'),
    () =>
      'The dry stone wall was laid by the grandfather, who numbered the large stones before he moved them.',
  ),
  when(
    (h) => hasFence(h, 'coral'),
    () =>
      'The wall is coral limestone, dry laid, with a hinpun before the door that turns away both looks and evil spirits.',
  ),
  when(
    (h) => hasFence(h, 'hedge') && h.climate === 'mild',
    () => 'The hedge is tea: clip it in May and you will have some.',
  ),
  when(
    (h) => hasFence(h, 'bamboo'),
    () =>
      'The bamboo fence is tied with black palm rope in a knot that the neighbour is glad to teach.',
  ),
  when(
    (h) => hasFence(h, 'plaster'),
    () => 'A plastered wall with its own little roof closes the yard to the lane.',
  ),
  when(
    on('terraces'),
    (h) =>
      `${some(h, 3, 14)} small rice terraces lie below the house; a neighbour farms them and pays in rice.`,
  ),
  when(
    on('terraces'),
    () =>
      'In May the flooded terraces hold the whole sky, and the frogs make conversation impossible.',
  ),
  when(
    on('valley'),
    () => 'A stream runs along the lot: fireflies in June, and cold water for the beer.',
  ),
  when(
    on('valley'),
    () => 'The valley ends here, so that the last car one hears is the post, at ten.',
  ),
  when(on('coast'), (h) =>
    `From the upper windows, over ${some(h, 2, 9)} roofs, the sea.`.replace(
      'the upper windows',
      h.floors > 1 ? 'the upper windows' : 'the garden',
    ),
  ),
  when(
    on('coast'),
    () => 'The harbour loudspeaker says what was caught; at four one can buy it from the crate.',
  ),
  when(
    on('coast'),
    () => 'The beach is down the lane and to the left, and outside August it is empty.',
  ),
  when(
    on('lake'),
    () =>
      'The lake is across the road. It freezes at its edge every other winter, and the swans come back each time.',
  ),
  when(
    on('alps'),
    () =>
      'The snow of the high mountains is pink for four minutes on clear mornings, and seen best from the bath.',
  ),
  when(
    on('alps'),
    () =>
      'Meltwater runs in the stone channel before the gate, loud in May, and cools melons in August.',
  ),
  when(
    on('volcano'),
    () =>
      'The mountain stands in the kitchen window; by its cap the village knows tomorrow’s weather.',
  ),
  when(
    on('volcano'),
    (h) =>
      `The ground is volcanic and dry, the water from the spring is soft, and a hot spring for residents is ${some(h, 4, 14)} minutes away.`,
  ),
  when(
    on('tea'),
    (h) =>
      `${some(h, 2, 9)} rows of tea belong to the house; the cooperative picks them if you do not.`,
  ),
  when(on('tea'), () => 'In the first week of May the whole slope smells of steamed leaves.'),
  when(
    on('plain'),
    () => 'Paddies to the horizon on three sides, green, then gold, then a mirror for the moon.',
  ),
  when(
    on('plain'),
    (h) =>
      `A vegetable field of ${some(h, 80, 300)} m² goes with it, ploughed each spring by the neighbour whether asked or not.`,
  ),
  when(
    on('town'),
    () => 'The street still has a tofu maker, a bath house and a man who mends umbrellas.',
  ),
  when(
    on('town'),
    () =>
      'The festival float passes the door in the second week of October, and its wheels have to be steered by hand around the corner.',
  ),
  when(
    (h) => h.landArea !== null && h.landArea > 700,
    () =>
      'The land goes up to the first row of cedars, with shiitake logs, butterbur and a path that boar use.',
  ),
  when(
    (h) => h.landArea !== null && h.landArea > 450,
    () => 'A barn for a small tractor is included, and so is the small tractor.',
  ),
]
