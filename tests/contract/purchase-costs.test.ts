import { describe, expect, test } from 'vitest'
import { type House, purchaseCosts, roundedSum } from '#contract/purchase-costs.ts'

/* The expected amounts were computed by hand from the rules, not by the functions under test. */

const NOW = new Date('2026-11-24T12:00:00+09:00')

function costs(house: Partial<House>, now = NOW) {
  const { lines, missing } = purchaseCosts(
    { price: undefined, assessed: {}, facts: {}, ...house },
    now,
  )
  return {
    lines,
    missing,
    names: lines.map(({ name }) => name),
    line: (name: string) => {
      const line = lines.find((line) => line.name === name)
      return line && { low: line.low, high: line.high }
    },
    untilOf: (name: string) => lines.find((line) => line.name === name)?.validUntil,
    reasonOf: (name: string) => missing.find((cost) => cost.name === name)?.reason,
  }
}

const yen = (low: number, high = low) => ({ low, high })
const REGISTRATION = 'Registration of the house'
const LAND_REGISTRATION = 'Registration of the land'
const HOUSE_TAX = 'Acquisition tax on the house'
const LAND_TAX = 'Acquisition tax on the land'

describe("the agent's fee", () => {
  test.each([
    // The fee is 5 % of 1,000,000: 50,000, or 55,000 with tax. The agent and the buyer may agree on
    // up to 330,000.
    [1_000_000, yen(55_000, 330_000)],
    // The fee is 5 % of 2,000,000: 100,000, or 110,000 with tax.
    [2_000_000, yen(110_000, 330_000)],
    // The fee is 100,000 plus 4 % of 1,000,000: 140,000, or 154,000 with tax.
    [3_000_000, yen(154_000, 330_000)],
    // The fee is 100,000 plus 4 % of 2,000,000: 180,000, or 198,000 with tax.
    [4_000_000, yen(198_000, 330_000)],
    // The fee is 60,000 plus 3 % of 5,000,000: 210,000, or 231,000 with tax.
    [5_000_000, yen(231_000, 330_000)],
    // The fee is 60,000 plus 3 % of 8,000,000: 300,000, or 330,000 with tax. The rule for cheap
    // houses gives the same amount.
    [8_000_000, yen(330_000, 330_000)],
    // The fee is 60,000 plus 3 % of 8,100,000: 303,000, or 333,300 with tax. The rule for cheap
    // houses does not apply at this price.
    [8_100_000, yen(333_300, 333_300)],
    // The fee of a free house is zero.
    [0, yen(0, 330_000)],
  ])("the real-estate agent's fee is correct for a price of %i yen", (price, amount) => {
    expect(costs({ price }).line('Agent')).toEqual(amount)
  })
})

test.each([
  [500_000, 200],
  [500_001, 500],
  [1_000_000, 500],
  [5_000_000, 1_000],
  [10_000_000, 5_000],
  [50_000_000, 10_000],
  [100_000_000, 30_000],
  [0, 200],
])('the stamp duty on a contract of %i yen is %i', (price, duty) => {
  expect(costs({ price }).line('Stamp duty on the contract')).toEqual(yen(duty))
})

describe('the taxes on a purchase', () => {
  test('for an old house with known assessed values, most taxes are exact, but the yearly taxes are a range', () => {
    const { line } = costs({
      price: 5_000_000,
      assessed: { building: 2_000_000, land: 3_000_000 },
      yearBuilt: 1975,
      area: 98,
    })
    // 2.0 % of the house's assessed value of 2,000,000. A house of 1975 gets no reduced rate.
    expect(line(REGISTRATION)).toEqual(yen(40_000))
    // 1.5 % of the land's assessed value of 3,000,000.
    expect(line(LAND_REGISTRATION)).toEqual(yen(45_000))
    // 3 % of the house's assessed value of 2,000,000.
    expect(line(HOUSE_TAX)).toEqual(yen(60_000))
    // 3 % of 1,500,000. The tax counts only half of the land's assessed value of 3,000,000.
    expect(line(LAND_TAX)).toEqual(yen(45_000))
    // At least 1.4 % of 2,500,000, which is the house's assessed value plus a sixth of the land's
    // assessed value. At most 1.4 % of 5,000,000, if the land gets no reduction.
    expect(line('Fixed asset tax')).toEqual(yen(35_000, 70_000))
    // The city planning tax is due only in some areas. At most 0.3 % of 5,000,000, which is the
    // assessed value of the house and the land together.
    expect(line('City planning tax')).toEqual(yen(0, 15_000))
  })

  test('the taxes on a newer house can be lower if the buyer lives in it', () => {
    const known = { price: 9_000_000, assessed: { building: 4_000_000, land: 2_000_000 } }
    // The reduced rate is 0.3 % of the house's assessed value of 4,000,000, and the full rate is
    // 2.0 %.
    expect(costs({ ...known, yearBuilt: 1995, area: 80 }).line(REGISTRATION)).toEqual(
      yen(12_000, 80_000),
    )
    // The reduced rate needs at least 50 m² and a house that was built in 1982 or later.
    expect(costs({ ...known, yearBuilt: 1995, area: 49.9 }).line(REGISTRATION)).toEqual(yen(80_000))
    expect(costs({ ...known, yearBuilt: 1981, area: 80 }).line(REGISTRATION)).toEqual(yen(80_000))
  })

  test('the taxes use the assessed values, even if these exceed the price', () => {
    const { line } = costs({
      price: 500_000,
      assessed: { building: 3_000_000, land: 2_000_000 },
      yearBuilt: 1970,
    })
    expect(line(REGISTRATION)).toEqual(yen(60_000))
    expect(line(HOUSE_TAX)).toEqual(yen(90_000))
    expect(line(LAND_TAX)).toEqual(yen(30_000))
  })

  test('no tax is due if the assessed values are below the thresholds', () => {
    const { line } = costs({ price: 300_000, assessed: { building: 119_999, land: 199_999 } })
    expect(line(HOUSE_TAX)).toEqual(yen(0))
    // The tax counts half of the land's assessed value of 199,999. This half is below the threshold
    // of 100,000.
    expect(line(LAND_TAX)).toEqual(yen(0))
  })

  test('between the old and the new threshold, the acquisition tax is a range that starts at zero', () => {
    const { line } = costs({ price: 300_000, assessed: { building: 120_000, land: 200_000 } })
    // Before the reform, the tax is 3 % of the house's assessed value of 120,000, and 3 % of half
    // of the land's assessed value of 200,000.
    expect(line(HOUSE_TAX)).toEqual(yen(0, 3_600))
    expect(line(LAND_TAX)).toEqual(yen(0, 3_000))
    const above = costs({ price: 300_000, assessed: { building: 340_000, land: 320_000 } })
    expect(above.line(HOUSE_TAX)).toEqual(yen(10_200))
    expect(above.line(LAND_TAX)).toEqual(yen(4_800))
  })

  test('land that is all farmland gets the full tax rate, and land that is partly farmland gets a range', () => {
    const known = { price: 5_000_000, assessed: { building: 1_000_000, land: 2_000_000 } }
    expect(costs({ ...known, facts: { land: 'paddy' } }).line(LAND_TAX)).toEqual(yen(60_000))
    expect(costs({ ...known, facts: { farmland: true } }).line(LAND_TAX)).toEqual(
      yen(30_000, 60_000),
    )
  })

  test('land that is not sold with the house is not taxed', () => {
    const { line, names, reasonOf } = costs({
      price: 5_000_000,
      assessed: { building: 1_000_000, land: 9_000_000 },
      facts: { ownership: 'old-law-lease' },
    })
    expect(names).not.toContain(LAND_REGISTRATION)
    expect(reasonOf(LAND_TAX)).toBe('the land is not sold with the house')
    // 1.4 % of the house's assessed value of 1,000,000, without the land.
    expect(line('Fixed asset tax')).toEqual(yen(14_000))
  })

  test('the taxes are a wide range while the assessed values are unknown', () => {
    const { line } = costs({ price: 10_000_000, yearBuilt: 1970 })
    // The assessed value of the house may be from 1,000,000 to 7,000,000. The tax is 2.0 % of
    // this value.
    expect(line(REGISTRATION)).toEqual(yen(20_000, 140_000))
    // The assessed value of a cheap house may exceed the price. Here, the assessed value may be
    // from 50,000 to 2,500,000. The tax is 2.0 % of the assessed value.
    expect(costs({ price: 500_000, yearBuilt: 1970 }).line(REGISTRATION)).toEqual(
      yen(1_000, 50_000),
    )
  })
})

describe('a price that is not stated', () => {
  test("if neither the price nor the assessed values are known, only the scrivener's fee is listed, and each missing cost has a reason", () => {
    const { names, reasonOf } = costs({})
    expect(names).toEqual(['Judicial scrivener'])
    expect(reasonOf('Agent')).toBe('it depends on the price in yen, which is not stated')
    expect(reasonOf(HOUSE_TAX)).toBe('it depends on the assessed value, which is not known')
  })

  test('without a stated price, the taxes are still listed if the assessed values are known', () => {
    const { line, names } = costs({ assessed: { building: 1_000_000, land: 1_000_000 } })
    expect(names).not.toContain('Agent')
    // 1.5 % of the land's assessed value of 1,000,000.
    expect(line(LAND_REGISTRATION)).toEqual(yen(15_000))
  })
})

describe('a rule that has expired', () => {
  const house = {
    price: 5_000_000,
    assessed: { building: 2_000_000, land: 2_000_000 },
    yearBuilt: 2000,
  }
  const lastMoment = new Date('2027-03-31T23:59:59+09:00')
  const midnight = new Date('2027-04-01T00:00:00+09:00')

  test('a tax rule applies until the end of its last day in Japan, and the line of its tax is hidden afterwards', () => {
    const during = costs(house, lastMoment)
    expect(during.missing).toEqual([])
    const after = costs(house, midnight)
    expect(after.names).toEqual([
      'Agent',
      REGISTRATION,
      LAND_REGISTRATION,
      'Judicial scrivener',
      'Fixed asset tax',
      'City planning tax',
    ])
    expect(after.reasonOf('Stamp duty on the contract')).toBe(
      'the known rule expired on 2027-03-31',
    )
  })

  test('after a reduced tax rate has expired, only the general rate applies', () => {
    const during = costs(house, lastMoment)
    // The low end is the reduced rate of 0.3 % of the house's assessed value of 2,000,000. The high
    // end is the full rate of 2.0 %.
    expect(during.line(REGISTRATION)).toEqual(yen(6_000, 40_000))
    expect(during.untilOf(REGISTRATION)).toBe('2027-03-31')
    const after = costs(house, midnight)
    expect(after.line(REGISTRATION)).toEqual(yen(40_000))
    expect(after.untilOf(REGISTRATION)).toBe(null)
  })

  test('the registration tax on land is listed until its tax rule expires in 2029', () => {
    const inForce = costs(house, new Date('2029-03-31T20:00:00+09:00'))
    expect(inForce.line(LAND_REGISTRATION)).toEqual(yen(30_000))
    const after = costs(house, new Date('2029-04-01T00:00:00+09:00'))
    expect(after.line(LAND_REGISTRATION)).toBeUndefined()
  })
})

test('the costs of a usual house add up to a range rounded to two digits', () => {
  const { lines } = costs({
    price: 3_000_000,
    assessed: { building: 1_500_000, land: 2_500_000 },
    yearBuilt: 1978,
  })
  const once = lines.filter(({ isYearly }) => !isYearly)
  // Low end: 154,000 for the agent, 1,000 for stamps, 30,000 + 37,500 for registration, 45,000 +
  // 37,500 acquisition tax and 50,000 for the scrivener. The sum is 355,000. High end: 330,000 for
  // the agent, 200,000 for the scrivener, and the same for the rest. The sum is 681,000.
  expect(roundedSum(once)).toEqual(yen(350_000, 690_000))
  const yearly = lines.filter(({ isYearly }) => isYearly)
  // Low end: the house's 1,500,000 plus a sixth of the land's 2,500,000 is 1,916,667. The fixed
  // asset tax is 1.4 % of this sum: 26,833. The city planning tax may be zero.
  // High end: 1.4 % of 4,000,000 is 56,000 fixed asset tax, and 0.3 % of 4,000,000 is 12,000 city
  // planning tax. The sum is 68,000.
  expect(roundedSum(yearly)).toEqual(yen(26_000, 68_000))
})

test('every line of costs names its source', () => {
  const { lines } = costs({ price: 3_000_000 })
  expect(lines).toHaveLength(9)
  for (const { source, basis } of lines) {
    expect(source).not.toBe('')
    expect(basis).toMatch(/\.$/)
  }
})
