import {
  defineOperation,
  definePlugin,
  defineScope,
  type Environment,
  notFound,
  type Operation,
  service,
  token,
} from '@parakh/core'
import { EnvironmentField } from '@parakh/core/fields'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestHost } from '../host/create-test-host.ts'
import { checkIsolation } from './check-isolation.ts'
import type { IsolationOptions } from './isolation-options.ts'

interface Note {
  readonly id: string
  readonly accountId: string
  readonly environment: Environment
  text: string
}
const Notes = token<{ readonly all: Note[] }>('notes.notes')
const read = defineScope('notes:read', { for: 'branch', summary: 'See notes' })
const write = defineScope('notes:write', { for: 'branch', summary: 'Write notes' })
const needs = { notes: Notes }
const View = z.object({ note_id: z.string(), text: z.string() })
const List = z.object({ items: z.array(View) })
const present = ({ id, text }: Note): z.input<typeof View> => ({ note_id: id, text })
const byId = { input: z.object({ note_id: z.string() }), output: View, needs }
type Found = { readonly notes: { readonly all: Note[] } }
const owner = async ({ note_id }: { readonly note_id: string }, { notes }: Found) =>
  notes.all.find(({ id }) => id === note_id)?.accountId ?? null
const noteOf = (notes: Found['notes'], note_id: string): Note => {
  const found = notes.all.find(({ id }) => id === note_id)
  if (!found) throw notFound(`note ${note_id}`)
  return found
}
const ofAccount = z.object({ account_id: z.string(), environment: EnvironmentField })

/** What the sound operations and the wrong ones in their place declare alike. */
const get = {
  ...byId,
  id: 'notes.get',
  effect: 'read',
  summary: 'Get a note',
  scope: read,
  path: '/notes/{note_id}',
} as const
const set = {
  id: 'notes.set',
  effect: 'write',
  summary: 'Set a note',
  scope: write,
  path: '/notes/{note_id}/set',
  input: z.object({ note_id: z.string(), text: z.string() }),
  output: View,
  needs,
} as const
const ofOneAccount = { input: ofAccount, needs, whose: { account: 'account_id' } } as const
const list = {
  ...ofOneAccount,
  id: 'notes.list',
  effect: 'read',
  summary: 'List notes',
  scope: read,
  path: '/accounts/{account_id}/notes',
  output: List,
} as const
const clear = {
  ...ofOneAccount,
  id: 'notes.clear',
  effect: 'write',
  summary: 'Clear notes',
  scope: write,
  path: '/accounts/{account_id}/clear',
  output: z.object({}),
} as const

/** Operations as they should be. */
const getNote = defineOperation({
  ...get,
  whose: { owner },
  handle: async ({ input, notes }) => present(noteOf(notes, input.note_id)),
})
const setNote = defineOperation({
  ...set,
  whose: { owner },
  async handle({ input, notes }) {
    const note = noteOf(notes, input.note_id)
    note.text = input.text
    return present(note)
  },
})
const listNotes = defineOperation({
  ...list,
  handle: async ({ input, notes }) => ({
    items: notes.all
      .filter(({ accountId, environment }) => accountId === input.account_id && environment === input.environment)
      .map(present),
  }),
})
const clearNotes = defineOperation({
  ...clear,
  async handle({ input, notes }) {
    for (const note of notes.all)
      if (note.accountId === input.account_id && note.environment === input.environment) note.text = ''
    return {}
  },
})
const SOUND = [getNote, setNote, listNotes, clearNotes]

/** What is wrong with a host that has one operation in place of the sound one of its id. */
async function problemsWith(wrong: Operation | null, options: Partial<IsolationOptions> = {}) {
  const all: Note[] = []
  const operations = [...SOUND.filter(({ id }) => id !== wrong?.id), ...(wrong ? [wrong] : [])]
  const plugin = definePlugin({
    ...{ id: 'notes', contract: 1, operations, services: [service(Notes, {}, () => ({ all }))] },
  })
  const { host } = await createTestHost({ plugins: [plugin()] })
  const problems = await checkIsolation({
    ...{ host, of: ['notes'], inputs: { 'notes.set': { text: 'changed' } } },
    subjects: {
      async note_id(_, of) {
        const id = `note-${`${all.length}`.padStart(8, '0')}`
        all.push({ ...of, id, text: 'first' })
        return id
      },
    },
    ...options,
  })
  await host.stop()
  return problems.join('\n')
}

describe('operations that keep accounts apart', () => {
  it('have no problems', async () => {
    expect(await problemsWith(null)).toBe('')
  })
})

describe('an operation that does not', () => {
  it('is found where a read forgets the owner', async () => {
    const forgetful = defineOperation({
      ...get,
      whose: 'everyone',
      handle: async ({ input, notes }) => present(noteOf(notes, input.note_id)),
    })
    expect(await problemsWith(forgetful)).toContain('notes.get answers what a customer of branch 2 has otherwise')
  })

  it('is found where a write forgets the owner', async () => {
    const forgetful = defineOperation({
      ...set,
      whose: 'everyone',
      async handle({ input, notes }) {
        const note = noteOf(notes, input.note_id)
        note.text = input.text
        return present(note)
      },
    })
    const problems = await problemsWith(forgetful)
    expect(problems).toContain('notes.set answers what a customer of branch 2 has otherwise')
  })

  it('is found where a write says that it is refused, and writes', async () => {
    const sly = defineOperation({
      ...set,
      whose: 'everyone',
      async handle({ input, viewer, notes }) {
        const note = noteOf(notes, input.note_id)
        note.text = `${input.text} by ${viewer.accountId}`
        if (!(await viewer.sees(note.accountId))) throw notFound()
        return present(note)
      },
    })
    expect(await problemsWith(sly)).toMatch(/changed: notes\.get of the customer of branch 1 in sandbox: .*first/)
  })

  it('is found where a write changes what nobody named', async () => {
    const greedy = defineOperation({
      ...clear,
      async handle({ notes }) {
        for (const note of notes.all) note.text = ''
        return {}
      },
    })
    const problems = await problemsWith(greedy)
    expect(problems).toMatch(/changed: notes\.get of the customer of branch 1/)
    expect(problems).toMatch(/changed: notes\.list of the retailer of branch 2 in production/)
  })

  it('is found where a list forgets the account', async () => {
    const forgetful = defineOperation({
      ...list,
      handle: async ({ notes }) => ({ items: notes.all.map(present) }),
    })
    expect(await problemsWith(forgetful)).toContain('notes.list tells of another branch')
  })

  it('is found where a list forgets the environment', async () => {
    const forgetful = defineOperation({
      ...list,
      handle: async ({ input, notes }) => ({
        items: notes.all.filter(({ accountId }) => accountId === input.account_id).map(present),
      }),
    })
    const problems = await problemsWith(forgetful)
    expect(problems).toContain('notes.list in sandbox tells of production')
    expect(problems).toContain('notes.list in production tells of sandbox')
  })

  it('is found where a write tells what a note of another account is, beside its own account', async () => {
    const mixed = defineOperation({
      ...{
        id: 'notes.copy',
        effect: 'write',
        summary: 'Copy',
        scope: write,
        path: '/accounts/{account_id}/copy',
        needs,
      },
      input: z.object({ account_id: z.string(), note_id: z.string() }),
      output: View,
      whose: { account: 'account_id' },
      handle: async ({ input, notes }) => present(noteOf(notes, input.note_id)),
    })
    expect(await problemsWith(mixed)).toContain('notes.copy takes note_id outside its path')
    const within = { 'notes.copy': ['note_id'] }
    expect(await problemsWith(mixed, { within })).toContain('notes.copy of its own account opens what a customer has')
  })

  it('is found where nobody says how what it names is made', async () => {
    const problems = await problemsWith(null, { subjects: {} })
    expect(problems).toContain('notes.get names a note_id. Allowed: one that subjects make, or a value in fixed')
  })

  it('is not taken for one that is not there', async () => {
    await expect(problemsWith(null, { of: ['note'] })).rejects.toMatchObject({ code: 'NOTHING_TO_TRY' })
  })

  it('is found where it hides from its owner what is its own', async () => {
    const hiding = defineOperation({
      ...get,
      whose: { owner: async () => null },
      handle: async ({ input, notes }) => present(noteOf(notes, input.note_id)),
    })
    const problems = await problemsWith(hiding)
    expect(problems).toContain('notes.get of a customer is not shown: 404')
    expect(problems).toContain('notes.get of the retailer of branch 0 in sandbox: 404')
  })
})
