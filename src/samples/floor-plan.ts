import { polygon } from './drawing/path.ts'
import { drawSeal } from './drawing/seal.ts'
import { createSheet, HEIGHT, type Point, type Sheet, WIDTH } from './drawing/sheet.ts'
import type { Block } from './floor-plan/blocks.ts'
import { MODULE } from './floor-plan/blocks.ts'
import { type FamilyStyle, planFamilyHouse } from './floor-plan/family-house.ts'
import { planFarmhouse } from './floor-plan/farmhouse.ts'
import { drawFixtures } from './floor-plan/fixtures.ts'
import { planFlat } from './floor-plan/flat.ts'
import { drawFloorOf } from './floor-plan/floors.ts'
import { drawLabel, write } from './floor-plan/labels.ts'
import { areaOf, type FloorPlan, layoutOf, parseLayout } from './floor-plan/layouts.ts'
import { widthOf } from './floor-plan/lettering.ts'
import { drawEntrance, drawWalls } from './floor-plan/openings.ts'
import { INK, INK_SOFT, PAPER, type Paper, ruled, SHU } from './floor-plan/paper.ts'
import { planTownhouse } from './floor-plan/townhouse.ts'
import type { Random } from './random.ts'

export type PlanStyle = 'farmhouse' | 'townhouse' | 'flat' | FamilyStyle

/** Plans a house with the rooms of a layout such as `4LDK`, in the given style. */
export function planHouse(layout: string, style: PlanStyle, random: Random): FloorPlan {
  const wanted = parseLayout(layout)
  switch (style) {
    case 'farmhouse':
      return planFarmhouse(wanted, random)
    case 'townhouse':
      return planTownhouse(wanted, random)
    case 'flat':
      return planFlat(wanted, random)
    default:
      return planFamilyHouse(wanted, style, random)
  }
}

const SIDE = 70
const HEAD = 78
const FOOT = 128
/** Distance between two floors, in modules. */
const GAP = 1.6
/** The maximum scale, in pixels per module. Without it, a small flat would fill the sheet. */
const LARGEST = 88

/** Draws a plan as Japanese estate agents do: from above, with north at the top. */
export function drawFloorPlan(plan: FloorPlan) {
  const { floors, isTerraced = false } = plan
  const sheet = createSheet()
  sheet.rect(0, 0, WIDTH, HEIGHT, PAPER)
  const wide = floors.reduce((sum, floor) => sum + floor.width, GAP * (floors.length - 1))
  const high = Math.max(...floors.map(heightOf))
  const scale = Math.min((WIDTH - 2 * SIDE) / wide, (HEIGHT - HEAD - FOOT) / high, LARGEST)
  const foot = HEAD + (HEIGHT - HEAD - FOOT + high * scale) / 2
  let left = (WIDTH - wide * scale) / 2
  floors.forEach((floor, index) => {
    const top = foot - high * scale
    const paper = ruled(sheet, [left, top], scale)
    drawFloor(floor, isTerraced, paper)
    if (index === 0) drawEntrance(floor, paper)
    if (floors.length > 1) write(sheet, `${index + 1}F`, [left + 14, top - 30], 20)
    left += (floor.width + GAP) * scale
  })
  drawFoot(sheet, plan, scale)
  drawSeal(sheet, [1128, 796])
  return sheet.toString()
}

/**
 * The length of a storey's plan from north to south, in modules. Includes parts outside the house,
 * such as balconies.
 */
const heightOf = ({ rooms }: Block) => Math.max(...rooms.map(({ y, height }) => y + height))

function drawFloor(floor: Block, isTerraced: boolean, paper: Paper) {
  for (const room of floor.rooms) drawFloorOf(room, paper)
  drawFixtures(floor, paper)
  drawWalls(floor, isTerraced, paper)
  for (const room of floor.rooms) drawLabel(room, paper)
}

/** The layout, the area, a scale bar and the north arrow. */
function drawFoot(sheet: Sheet, plan: FloorPlan, scale: number) {
  const y = HEIGHT - 52
  const [layout, area] = [layoutOf(plan), `${areaOf(plan).toFixed(1)} M²`]
  const layoutWidth = widthOf(layout, 34)
  write(sheet, layout, [SIDE + layoutWidth / 2, y], 34, INK)
  const areaStart = SIDE + layoutWidth + 34
  write(sheet, area, [areaStart + widthOf(area, 22) / 2, y + 6], 22)
  drawMeasure(sheet, [1000 - (3 * scale) / MODULE, y + 17], scale / MODULE)
  drawNorth(sheet, [1060, y - 4])
}

/** A scale bar of three metres. */
function drawMeasure(sheet: Sheet, [x, y]: Point, metre: number) {
  sheet.rect(x, y - 8, 3 * metre, 8, INK_SOFT)
  sheet.rect(x + metre, y - 6, metre, 4, PAPER)
  write(sheet, '0', [x, y - 24], 14)
  write(sheet, '3 M', [x + 3 * metre, y - 24], 14)
}

function drawNorth(sheet: Sheet, [x, y]: Point) {
  sheet.fill(
    polygon([
      [x, y - 34],
      [x + 9, y + 18],
      [x, y + 10],
    ]),
    SHU,
  )
  sheet.fill(
    polygon([
      [x, y - 34],
      [x - 9, y + 18],
      [x, y + 10],
    ]),
    INK_SOFT,
  )
  write(sheet, 'N', [x, y - 50], 15)
}
