import { defineDocument, defineEndpoint, definePlugin, defineProvider, inr, modern, operation, Pdf } from '@parakh/core'
import documents from '@parakh/documents'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

const PUBLIC = 'https://api.acme.example'
const Notes = z.object({ notes: z.array(z.string()) })
const NotesProvider = defineProvider('notes', {
  read: operation({ effect: 'read', input: z.object({}), output: Notes }),
})
const Sheet = defineDocument('notes.sheet', {
  record: Notes,
  title: 'Notes',
  fileName: ({ notes }) => `${notes[0]}.pdf`,
  blocks: ({ notes }) => notes.map((note) => ({ note })),
})
const sheet = defineEndpoint({
  ...{ id: 'sheet', method: 'GET', path: '/sheet', group: 'Notes', summary: 'Notes as a PDF', envelope: modern },
  price: inr('3'),
  request: z.object({}),
  data: Pdf,
  errors: { NO_NOTES: { message: 'No notes' } },
  uses: NotesProvider,
  needs: { issue: Sheet },
  async handle({ provider, issue, answer, fail }) {
    const found = await provider.read({})
    return found ? answer(await issue(found)) : fail('NO_NOTES')
  },
  fixtures: [{ scenario: 'success', request: {}, records: { read: { notes: ['Asha'] } } }],
})
const plugin = definePlugin({ id: 'notes', contract: 1, provider: NotesProvider, endpoints: [sheet] })
const told = (notes: readonly string[]) =>
  NotesProvider.implement({
    id: 'code',
    options: z.object({}),
    make: () => ({ read: async () => ({ notes: [...notes] }) }),
  })({})

let test: ServerForTest
afterEach(() => test.server.close())
async function ask(notes: readonly string[]) {
  const server = { port: 0, publicUrl: PUBLIC }
  test = await serverForTest({ plugins: [plugin({ live: told(notes) }), documents()], config: { server } })
  const { headers } = await test.key('production')
  const credit = { environment: 'production', amount: inr('100'), reference: 'r', actor: 't' } as const
  await test.store.wallet.credit({ accountId: test.account.id, ...credit })
  return await test.app.inject({ url: '/api/v1/sheet', headers })
}
const balance = async () => (await test.store.wallet.balance(test.account.id, 'production')).available

it.each([
  ['one word of 2,000 letters', ['W'.repeat(2_000)]],
  ['2,000 line breaks', ['\n'.repeat(2_000)]],
  ['a letter under a thousand marks', [`a${'\u0301'.repeat(1_500)}`]],
  ['conjuncts of Devanagari', ['क्'.repeat(1_000)]],
  ['marks of direction and joiners', ['\u202eAsha\u202c \u200d\u200c\u2067Rao\u2069']],
  ['letters of the right to left', ['שלום عليكم Asha']],
  ['pictures and letters without a glyph', ['👩‍👧‍👦 \u{10ffff} \ue000 \ufffe 龘']],
  ['fifty of them', Array(50).fill('W'.repeat(1_900))],
])('a document of %s is issued and drawn', async (_, notes) => {
  const answer = await ask(notes)
  expect(answer.json()).toMatchObject({ success: true, meta: { charged: 3 } })
  const pdf = await test.app.inject({ url: answer.json().data.pdf_url.replace(PUBLIC, '') })
  expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
})

it.each([
  ['more text than a document holds', Array(101).fill('W'.repeat(1_000)), 'upstream.trouble', 'record_too_large'],
  ['more lines than its pages hold', Array(49).fill('x\n'.repeat(1_000)), 'call.document_not_drawn', undefined],
])('a record of %s is free, and no fault of ours', async (_, notes, event, reason) => {
  const answer = await ask(notes)
  expect([answer.statusCode, answer.json().error?.code]).toEqual([422, 'UPSTREAM_UNPROCESSABLE'])
  expect(test.logger.of(event).map(({ facts }) => facts['reason'])).toEqual([reason])
  expect(await balance()).toBe(inr('100'))
})
