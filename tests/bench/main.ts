import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { measureImport } from './import.ts'
import { type Line, table, verdict } from './measurement.ts'
import { measureOffline } from './offline.ts'
import { measureSearch } from './search.ts'
import { measureSizes } from './sizes.ts'
import { measureStart } from './start.ts'
import { measureUsers } from './users.ts'

const SECTIONS: Record<string, () => Promise<Line[]>> = {
  sizes: measureSizes,
  search: measureSearch,
  users: measureUsers,
  import: measureImport,
  start: measureStart,
  offline: measureOffline,
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' } },
  allowPositionals: true,
})
const unknown = positionals.find((name) => !(name in SECTIONS))
if (unknown !== undefined) {
  console.error(`There is no section ${unknown}. There are: ${Object.keys(SECTIONS).join(', ')}.`)
  process.exit(1)
}

const lines: Line[] = []
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.error(`Measuring ${name}…`)
  lines.push(...(await measure()))
}
console.log(table(lines))
if (values.json) {
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
  const measured = lines.map((line) => ({ ...line, verdict: verdict(line) }))
  writeFileSync(values.json, JSON.stringify({ machine, lines: measured }, null, 2))
}
