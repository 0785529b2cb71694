import type { KindName } from './kinds.ts'
import type { Sentence, Told } from './remarks.ts'

const SURNAMES = [
  'Mori',
  'Okabe',
  'Tanigawa',
  'Nishio',
  'Hatano',
  'Kubota',
  'Imai',
  'Sugiura',
  'Matsuo',
  'Ueda',
  'Hirose',
  'Kitano',
  'Yoshii',
  'Onishi',
  'Takeda',
  'Iwamoto',
] as const
const family = ({ random }: Told) => random.pick(SURNAMES)
const some = ({ random }: Told, low: number, high: number) => random.whole(low, high)

const of =
  (kinds: readonly KindName[], say: (house: Told) => string): Sentence =>
  (house) =>
    kinds.includes(house.kind) && say(house)
const when =
  (is: (house: Told) => boolean, say: (house: Told) => string): Sentence =>
  (house) =>
    is(house) && say(house)

const THATCH: KindName[] = ['thatched', 'bentThatch', 'prayingHands']
const COVERED: KindName[] = ['coveredThatch', 'bentSheet']
const OLD_FARMS: KindName[] = [...THATCH, ...COVERED, 'tiledFarm', 'gabledFarm']
const isSnowy = ({ climate }: Told) => climate === 'snowy'
const on =
  (...lands: string[]) =>
  ({ scene }: Told) =>
    lands.includes(scene.land)

const STREETS: KindName[] = ['machiya', 'signboard', 'flat']
/** A fence that one sees, which houses on a street have none of. */
const hasFence = ({ kind, scene }: Told, fence: Told['scene']['fence']) =>
  !STREETS.includes(kind) && scene.fence === fence
const hasGardenTree = ({ kind, scene }: Told, tree: Told['scene']['trees'][number]) =>
  kind !== 'flat' && scene.trees.includes(tree)

/** What kind of house it is. */
export const HOUSES: readonly Sentence[] = [
  of(
    THATCH,
    (h) =>
      `Kayabuki: the north slope was thatched again in ${h.listedAt.getUTCFullYear() - some(h, 6, 19)} by the village, with reed cut behind the house.`,
  ),
  of(
    THATCH,
    () =>
      'The thatch is as thick as a forearm, and the beams under it are black and hard from the smoke of the irori.',
  ),
  of(
    THATCH,
    (h) =>
      `Six generations of the ${family(h)} family lived under this roof; the last of them kept it dry.`,
  ),
  of(
    ['thatched', 'bentThatch'],
    (h) =>
      `On the ridge grow ${some(h, 3, 7)} iris plants, whose roots hold the thatch together as they always did.`,
  ),
  of(
    COVERED,
    (h) =>
      `Beneath the sheet metal lies the old thatch, warm in winter and silent in the rain; it was covered in ${some(h, 1961, 1974)}.`,
  ),
  of(
    COVERED,
    () =>
      'A kominka with its frame as it was raised: chestnut posts, pine beams with the bark side up, not one nail in the joints.',
  ),
  of(
    COVERED,
    (h) =>
      `The smoke vent of the silkworm years is still there above the ceiling, and so is the ladder of ${some(h, 9, 13)} rungs.`,
  ),
  of(
    ['bentThatch', 'bentSheet'],
    () =>
      'A magariya: the wing that reaches into the yard was the stable, so that the horse could be heard from the hearth.',
  ),
  of(
    ['bentThatch', 'bentSheet'],
    () =>
      'Where the wing meets the house the floor is worn in a curve by those who carried hay and soup the same way.',
  ),
  of(
    ['bentSheet'],
    (h) =>
      `The horse's name, ${h.random.pick(['Kuro', 'Hana', 'Aoi', 'Fuku'])}, is carved in the stable post.`,
  ),
  of(
    ['prayingHands'],
    () =>
      'Two lofts above the living rooms, where silkworms were raised, now dry, empty and full of light.',
  ),
  of(
    ['prayingHands'],
    () => 'The rafters are tied with witch hazel, twisted while green; it tightens as it ages.',
  ),
  of(
    ['tiledFarm'],
    (h) =>
      `The house of the village head: his name plate, ${family(h)}, still hangs beside the door.`,
  ),
  of(
    ['tiledFarm'],
    (h) =>
      `Two tiers of tiles, laid in clay and straight as a ruler; ${some(h, 3, 12)} spare ones lean against the north wall.`,
  ),
  of(
    ['tiledFarm'],
    () =>
      'The daikokubashira, the great post in the middle, is zelkova and takes two hands to half embrace.',
  ),
  of(
    ['tiledFarm'],
    (h) =>
      `Between the two roofs runs a low loft where ${h.random.pick(['tobacco dried', 'the straw mats of the festival were kept', 'rice was stored against bad years'])}.`,
  ),
  of(
    ['gabledFarm'],
    (h) =>
      `Built in ${h.year} by a carpenter of the village whose own house, the same but smaller, stands across the lane.`,
  ),
  of(
    ['gabledFarm'],
    () =>
      'One great roof, low over the garden: in summer the sun stops at the edge of the boards, in winter it reaches the back wall.',
  ),
  of(
    ['gabledFarm'],
    (h) =>
      `A farmhouse of the plain kind, dry and straight; a marble laid down in the ${h.bestRoom}-mat room stays where it is.`,
  ),
  of(
    ['gabledFarm'],
    () =>
      'The porch has its own small gable with a carved wave, the one vanity of an honest house.',
  ),
  of(
    ['gabledFarm'],
    (h) =>
      `The ${family(h)}s left two years ago for their daughter in the city; the futons are still folded in the oshiire.`,
  ),
  of(
    ['bungalow'],
    () => 'All on one floor, as the grandparents wanted it; no step is higher than a hand.',
  ),
  of(['bungalow'], (h) => `A small house of ${h.year}, easy to heat and easy to know.`),
  of(
    ['bungalow'],
    () =>
      'Heard through the thin glass of the sliding doors: frogs, the five o’clock melody, the bath filling.',
  ),
  of(
    ['bungalow'],
    (h) =>
      `Built for a schoolteacher, who lined the corridor with shelves; ${some(h, 4, 9)} metres of them stay.`,
  ),
  of(
    ['bungalow'],
    () => 'The wooden sashes have been planed and waxed: they slide with one finger.',
  ),
  of(
    ['seventies'],
    (h) =>
      `A family house of ${h.year}, built when the price of rice was good: wide eaves, thick posts, a stair one can carry a chest up.`,
  ),
  of(
    ['seventies'],
    () => 'Three heights of children are pencilled on the kitchen post, with dates.',
  ),
  of(
    ['seventies'],
    (h) =>
      `Glass with a pattern of ${h.random.pick(['maple leaves', 'woven bamboo', 'stars', 'morning dew'])}, no longer made, in every inner door.`,
  ),
  of(
    ['seventies'],
    () =>
      'The owner was a carpenter and built it for himself: the alcove post is polished kitayama cedar.',
  ),
  of(
    ['seventies'],
    (h) => `The roof was laid anew in ${some(h, 2004, 2019)} and the drains were changed with it.`,
  ),
  of(['seventies'], () => 'From the dry upper rooms one sees who is coming long before they ring.'),
  of(
    ['seventies'],
    (h) => `The ${family(h)}s raised four children here; the tiled bath had room for all of them.`,
  ),
  of(
    ['recent'],
    (h) =>
      `Built in ${h.year} to the present earthquake code, with an inspection report from last spring.`,
  ),
  of(
    ['recent'],
    () =>
      'Double glazing, floor heating in the living room, and one room with mats because nobody wants to do without.',
  ),
  of(
    ['recent'],
    (h) =>
      `A young couple built it and moved abroad after ${some(h, 9, 14)} years; it was aired every week.`,
  ),
  of(
    ['recent'],
    () =>
      'The living room goes through from the garden to the mountains behind, so that there is always a breeze.',
  ),
  of(
    ['recent'],
    () => 'The kitchen looks out to where the children play, which was the whole idea of the plan.',
  ),
  of(['recent'], (h) => `Everything electric works; the heat pump is ${some(h, 2, 6)} years old.`),
  of(
    ['western'],
    (h) =>
      `Clapboard, sash windows with their counterweights and a bay: built in ${h.year} for the captain of a steamer.`,
  ),
  of(
    ['western'],
    () =>
      'The stair has a banister of teak that came as ballast, and creaks on the fourth step only.',
  ),
  of(
    ['western'],
    (h) =>
      `Once the house of ${h.random.pick(['an English teacher', 'a Danish telegraph engineer', 'a ship’s chandler', 'the harbour doctor'])}, whose stove still stands in the parlour.`,
  ),
  of(
    ['western'],
    () => 'Ceilings three metres high, plaster roses, and behind one door, unexpectedly, mats.',
  ),
  of(
    ['snow'],
    () =>
      'Raised on a footing as high as a child: snow slides off the roof, and the door stays free.',
  ),
  of(
    ['snow'],
    (h) =>
      `The windproof hall before the door keeps out the cold and has hooks for ${some(h, 6, 10)} coats.`,
  ),
  of(
    ['snow'],
    () =>
      'The oil stove in the middle of the house warms every room, by a grating in the ceiling also those upstairs.',
  ),
  of(
    ['snow'],
    (h) =>
      `Insulated anew in ${some(h, 2001, 2016)}; the neighbour says that it is the first roof on the street to be bare in spring, because it is steep, not because it leaks.`,
  ),
  of(
    ['snow'],
    () =>
      'Steep, red and visible from the road in a blizzard, which was the reason for the colour.',
  ),
  of(
    ['southern'],
    () => 'Red tiles bedded in white mortar, and a shisa on the slope that looks to the gate.',
  ),
  of(
    ['southern'],
    () =>
      'Without a hall, as houses here are: one steps from the garden straight onto the amahaji, the deep shade under the eaves.',
  ),
  of(
    ['southern'],
    (h) =>
      `It has stood through ${some(h, 60, 140)} typhoons behind its wall; the tiles that moved were put back the next day.`,
  ),
  of(
    ['fishermans'],
    () =>
      'The boards are yakisugi, cedar that was charred against the salt, and good for another generation.',
  ),
  of(
    ['fishermans'],
    (h) =>
      `A fisherman’s house, ${h.scene.land === 'coast' ? `${some(h, 40, 180)} steps from the slip` : 'near the water'}: nets above, cooking below, a window for watching the weather.`,
  ),
  of(
    ['fishermans'],
    (h) =>
      `The boat of the ${family(h)} family is sold, but its lantern and its name board hang in the entrance.`,
  ),
  of(['fishermans'], () => 'Narrow as the lane it stands in, and open to the wind on both sides.'),
  of(['fishermans'], () => 'Downstairs smells faintly of cedar and rope, upstairs of the sea.'),
  of(
    ['merchant'],
    (h) =>
      `The ${family(h)} family sold ${h.random.pick(['soy sauce', 'indigo cloth', 'lamp oil', 'paper', 'sake', 'medicine'])} here for ${some(h, 3, 6)} generations; the sign is in the storehouse.`,
  ),
  of(
    ['merchant'],
    () =>
      'A white kura with walls of clay two hands thick stands beside the house: fireproof, cool, and lockable with a key as long as a shoe.',
  ),
  of(
    ['merchant'],
    (h) =>
      `In the kura: ${h.random.pick(['festival lanterns', 'account books back to Meiji', 'lacquer trays for forty guests', 'a palanquin'])}, and they stay with the house.`,
  ),
  of(
    ['merchant'],
    () => 'Lattice to the street, garden behind: business and life with one sliding door between.',
  ),
  of(
    ['machiya'],
    () =>
      'A machiya, narrow at the street and deep: shop, rooms and garden one behind the other, like the bed of an eel.',
  ),
  of(
    ['machiya'],
    () =>
      'The earth floor leads from the lattice to the kitchen, and above it the roof is open to the beams and the old smoke window.',
  ),
  of(
    ['machiya'],
    (h) =>
      `Let as a ${h.random.pick(['tea room', 'tailor’s workshop', 'gallery', 'kimono dyer’s'])} until ${h.listedAt.getUTCFullYear() - some(h, 2, 6)}; the licence for short stays was never asked for.`,
  ),
  of(
    ['machiya'],
    () =>
      'Neighbours wall to wall since a century: one knows when they cook, and they knock when you forget the rubbish.',
  ),
  of(
    ['machiya'],
    (h) =>
      `The mushiko windows upstairs are as low as the law of their day wanted; the ${h.floors === 2 ? 'upper rooms' : 'rooms'} are none the darker for it.`,
  ),
  of(
    ['signboard'],
    (h) =>
      `A kanban front of ${h.year}: behind it an ordinary wooden house that wanted to look like Ginza.`,
  ),
  of(
    ['signboard'],
    (h) =>
      `Formerly ${h.random.pick(['a watchmaker’s', 'a bookshop', 'a barber’s', 'a fruit parlour', 'a photographer’s'])}; the counter and the bell on the door are in place.`,
  ),
  of(['signboard'], () => 'The shop has its own meter, its own water and the afternoon sun.'),
  of(
    ['flat'],
    () =>
      'A flat with a balcony to the south, a lift that was renewed, and a caretaker who waters everybody’s plants.',
  ),
  of(
    ['flat'],
    (h) =>
      `Management fee ${some(h, 9, 19)},000 yen a month, with the ${h.random.pick(['bath house', 'roof garden', 'parking space', 'ski room'])}.`,
  ),
  of(
    ['flat'],
    () => 'Small, dry, and to be locked and left: for those who come for some weeks a year.',
  ),
]

/** What is inside. */
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

/** What is around it, and grows there. */
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

/** What living there is like. */
export const LIFE: readonly Sentence[] = [
  when(
    isSnowy,
    (h) =>
      `Snow: ${some(h, 40, 180)} cm in an ordinary winter. The village clears the road by six.`,
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
  () => 'Mrs Nomura next door has the key and, when you come to look, will have made ohagi.',
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

/** What has to be done, and what is agreed. */
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
