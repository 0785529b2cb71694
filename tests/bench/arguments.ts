import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { UsageError } from '#server/errors/operator-error.ts'
import { type Peer, readPeer } from './peers/peer.ts'
import { checkWritable, type Run, readRun } from './record.ts'

export interface Command {
  /** Of the sections there are, those to measure. */
  sections: string[]
  earlier: Run | undefined
  /** Where to write what was measured. */
  json: string | undefined
  peers: Peer[]
  /** A folder of what peers ask for. */
  data: string | undefined
  /** For how long the mixed load goes on. */
  minutes: number
}

/** Where it is asked for by name, and where it is one of all. */
const MINUTES = { named: 10, unnamed: 1 }

/** Undefined where only the usage was asked for. */
export function readArguments(args: string[], sections: string[]): Command | undefined {
  const { values, positionals } = parse(args)
  if (values.help) return undefined
  const unknown = positionals.find((name) => !sections.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(`There is no section ${unknown}. There are: ${sections.join(', ')}.`)
  }
  const { json, data, compare } = values
  if (json !== undefined) checkWritable(json)
  if (data !== undefined && !existsSync(data)) throw new UsageError(`There is no folder ${data}.`)
  return {
    sections: positionals.length > 0 ? positionals : sections,
    earlier: compare === undefined ? undefined : readRun(compare),
    json,
    peers: values.peer.map(readPeer),
    data,
    minutes:
      readMinutes(values.minutes) ??
      (positionals.includes('load') ? MINUTES.named : MINUTES.unnamed),
  }
}

function readMinutes(text: string | undefined) {
  if (text === undefined) return undefined
  const minutes = Number(text)
  if (minutes > 0) return minutes
  throw new UsageError(`--minutes ${text} is no time to measure for.`)
}

export function usage(sections: string[]) {
  return `npm run bench -- [SECTION…] [--json FILE] [--compare FILE] [--peer NAME=FOLDER…] [--data FOLDER] [--minutes N]

Measures all sections, or those that are named: ${sections.join(', ')}.

  --json FILE         writes what was measured, for a later run to be compared with
  --compare FILE      prints beside each line what such a file says, and how far it is from that
  --peer NAME=FOLDER  a build to visit side by side with ours: tests/bench/peers/README.md
  --data FOLDER       what peers ask for, where it is not what Engawa answers
  --minutes N         for how long the mixed load goes on: else ${MINUTES.named} where load is named, and ${MINUTES.unnamed} among all`
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        json: { type: 'string' },
        compare: { type: 'string' },
        peer: { type: 'string', multiple: true, default: [] },
        data: { type: 'string' },
        minutes: { type: 'string' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    // What follows the first sentence is of no help here.
    const [fault] = String(error instanceof Error ? error.message : error).split('. ')
    throw new UsageError(`${fault}.\nnpm run bench -- --help tells more.`)
  }
}
