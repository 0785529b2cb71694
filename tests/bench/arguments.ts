import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { UsageError } from '#server/errors/operator-error.ts'
import { type Peer, readPeer } from './peers/peer.ts'
import { checkWritable, type Run, readRun } from './record.ts'

export interface Command {
  /** The names of the benchmark's sections to measure. */
  sections: string[]
  earlier: Run | undefined
  /** The file for the results. */
  json: string | undefined
  peers: Peer[]
  /**
   * A folder of JSON files. The benchmark serves them to the compared apps instead of API
   * responses.
   */
  data: string | undefined
  /** The duration of the mixed load, in minutes. */
  minutes: number
}

/** The default duration in minutes. It is longer if the command line names the section `load`. */
const MINUTES = { named: 10, unnamed: 1 }

/** Reads the command line. Undefined if only the usage was requested. */
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
  throw new UsageError(`--minutes ${text} is not a positive number of minutes.`)
}

export function usage(sections: string[]) {
  return `npm run bench -- [SECTION…] [--json FILE] [--compare FILE] [--peer NAME=FOLDER…] [--data FOLDER] [--minutes N]

Measures all sections, or only the named ones: ${sections.join(', ')}.

  --json FILE         writes the results to FILE, so that a later run can be compared with them
  --compare FILE      prints each result beside the one in FILE, with the difference
  --peer NAME=FOLDER  another app's build to visit side by side with ours: see tests/bench/peers/README.md
  --data FOLDER       data for the peers that differs from Engawa's responses
  --minutes N         how long the mixed load lasts: by default ${MINUTES.named} if load is named, else ${MINUTES.unnamed}`
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
    // Keep only the first sentence of Node's message, because the hint after it is wrong for this
    // command.
    const [fault] = String(error instanceof Error ? error.message : error).split('. ')
    throw new UsageError(`${fault}.\nnpm run bench -- --help lists the options.`)
  }
}
