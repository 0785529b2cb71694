import { randomUUID } from 'node:crypto'
import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { now } from '#client/browser/clock.ts'
import { noteEditRows, openNotesOutbox } from '#client/notes/notes-outbox.ts'
import { chainOf, type NoteEdit, notesJournal } from '#client/notes/unsent-notes.ts'
import { openRows } from '#client/outbox/outbox-rows.ts'
import { createUnsentChanges } from '#client/outbox/unsent-changes.ts'
import { sendUnsent } from '#client/service-worker/outbox.ts'
import { NOTES_OUTBOX } from '#client/sync/worker-messages.ts'
import { changeNotes, listNoteHistory, listNotes, type NoteField } from '#contract/notes.ts'
import { type OutboxSetup, provideLocks, setUpOutbox, signIn } from '#tests/support/outbox.ts'
import { SERIES } from '#tests/support/series.ts'
import type { Person } from '#tests/support/server.ts'

const RECORD = 'house:ine'

let server: OutboxSetup['server']
let network: OutboxSetup['network']

beforeEach(async () => {
  provideLocks()
  ;({ server, network } = await setUpOutbox())
})

async function stateOf(person: Person) {
  const { body } = await server.call(person, listNotes, {})
  const { body: history } = await server.call(person, listNoteHistory, { record: RECORD })
  return { fields: body.fields, ids: [...body.fields, ...history.changes].map(({ id }) => id) }
}

/**
 * Opens a tab of the browser. `known` contains the fields that the tab has received from the
 * server.
 */
function openTab(person: Person, known: ReadonlyMap<string, NoteField>) {
  const unsent = createUnsentChanges<NoteEdit>(chainOf)
  const fields = new Map(known)
  const ownChains = new Set<string>()
  const outbox = openNotesOutbox({
    userId: person.id,
    unsent,
    onSent: async ({ result }) => {
      const revision = result && (fields.get(result.field)?.revision ?? 0)
      if (result && result.revision >= (revision ?? 0)) fields.set(result.field, result)
    },
    onRefused: (refusal) => expect.unreachable(refusal),
  })
  onTestFinished(outbox.close)
  return {
    ...outbox,
    fields,
    waiting: () => unsent.all().length,
    write(field: string, value: string) {
      const [last] = unsent
        .all()
        .filter((edit) => edit.field === field)
        .sort((a, b) => b.at - a.at)
      const seen = last ? [...last.seen.slice(-8), last.id] : [fields.get(field)?.id ?? []].flat()
      const id = randomUUID()
      const at = Math.max(now().getTime(), (last?.at ?? 0) + 1)
      const chain = last && ownChains.has(last.chain) ? last.chain : id
      ownChains.add(chain)
      const edit = { ...{ id, record: RECORD, field, value, at, chain, seen }, result: null }
      notesJournal.write(person.id, edit)
      unsent.add(edit)
      void outbox.sendAdded()
      return edit
    },
  }
}

type Step =
  | { type: 'write'; tab: number; field: string }
  | { type: 'write elsewhere'; field: string }
  | { type: 'disconnect' | 'reconnect' | 'lose a response' | 'reopen' | 'worker sends' }

const field = fc.constantFrom('verdict', 'note')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('write' as const), tab: fc.nat(1), field }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('write elsewhere' as const), field }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom(
        ...(['disconnect', 'reconnect', 'lose a response', 'reopen', 'worker sends'] as const),
      ),
    }),
  },
)

/** Both tabs are offline and edit the same field again. Neither has seen the other's edit. */
const BOTH_CONTINUE: Step[] = [
  { type: 'disconnect' },
  { type: 'write', tab: 1, field: 'verdict' },
  { type: 'worker sends' },
  { type: 'write', tab: 1, field: 'verdict' },
  { type: 'write', tab: 0, field: 'verdict' },
]

test('after any sequence of outages and edits of notes, each edit counts once, and no edit is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const person = await server.addSubscriber()
      signIn(person)
      network.reconnect()
      let tabs = [openTab(person, new Map()), openTab(person, new Map())]
      /** Every edit of this browser, including those that a later edit has replaced. */
      const written: NoteEdit[] = []
      const elsewhere: string[] = []

      for (const [index, step] of steps.entries()) {
        if (step.type === 'write') {
          const edit = tabs[step.tab]?.write(step.field, `text ${index}`)
          if (edit) written.push(edit)
        } else if (step.type === 'write elsewhere') {
          const id = randomUUID()
          const at = server.services.now().toISOString()
          const change = { id, record: RECORD, field: step.field, value: `elsewhere ${index}`, at }
          await server.call(person, changeNotes, { changes: [{ ...change, seen: [] }] })
          elsewhere.push(id)
        } else if (step.type === 'disconnect') network.disconnect()
        else if (step.type === 'reconnect') network.reconnect()
        else if (step.type === 'lose a response') network.loseNext('/v1/notes/changes')
        else if (step.type === 'worker sends') await sendUnsent(NOTES_OUTBOX).catch(() => undefined)
        else {
          const known = tabs[0]?.fields ?? new Map()
          for (const tab of tabs) tab.close()
          tabs = [openTab(person, known), openTab(person, known)]
        }
      }

      network.reconnect()
      network.hold = async () => {}
      for (const tab of tabs) await tab.flush()
      await waitFor(
        async () => {
          expect(tabs.map((tab) => tab.waiting())).toEqual([0, 0])
          expect(await openRows({ ...noteEditRows, userId: person.id }).read()).toEqual([])
          expect(notesJournal.readAll(person.id)).toEqual([])
        },
        { timeout: 20_000 },
      )
      const { fields, ids } = await stateOf(person)
      expect(new Set(ids).size, 'each change once').toBe(ids.length)
      const replaced = new Set(written.flatMap(({ seen }) => seen))
      for (const { id } of written) if (!replaced.has(id)) expect(ids).toContain(id)
      for (const id of elsewhere) expect(ids).toContain(id)
      for (const tab of tabs) {
        for (const shown of tab.fields.values()) {
          const field = fields.find((field) => field.field === shown.field)
          expect(field?.revision).toBeGreaterThanOrEqual(shown.revision)
        }
        tab.close()
      }
    }),
    {
      ...{ numRuns: SERIES.editSequences, seed: SERIES.seed, endOnFailure: true },
      examples: [[BOTH_CONTINUE]],
    },
  )
})
