import { readdirSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { letDoubtBeAsked, letResultBeAsked, postResult, resultProblems } from './upstream-guides/async-results.ts'
import { neededPages, prepare } from './upstream-guides/earlier-calls.ts'
import { triedBlocks } from './upstream-guides/exchanges.ts'
import { type AnswerRow, type Block, type GuidePage, readGuidePage, readShapes } from './upstream-guides/guide-page.ts'
import { type ServedGuide, servedGuide } from './upstream-guides/served-guide.ts'
import { answerProblems, endpointOf, make, newCall, send, standing, type Trial } from './upstream-guides/trial.ts'

const folder = (path: string): string[] => readdirSync(new URL(`../../${path}`, import.meta.url)).sort()
/** Pages of no plugin. */
const OTHERS = ['README.md', 'vendor-shapes.md']
const ids = folder('docs/guides/upstreams').flatMap((name) =>
  OTHERS.includes(name) ? [] : [name.replace(/\.md$/, '')],
)
const pages: ReadonlyMap<string, GuidePage> = new Map(ids.map((id) => [id, readGuidePage(id)]))
const shapes = readShapes().map((page) => [`vendor-shapes: ${page.id}`, page] as const)
/** The background looks for work every two seconds. */
const SOON = { timeout: 60_000, interval: 50 }

interface Begun {
  readonly guide: ServedGuide
  readonly trial: Trial
  /** In INR, before the call. */
  readonly balance: number
}
/** Serves a page, brings a new customer as far as the call that is looked at, and looks at it. */
async function trying(page: GuidePage, call: string, look: (begun: Begun) => Promise<void>): Promise<void> {
  await using guide = await servedGuide(neededPages(page, call, pages))
  const trial = { guide, page, customer: await guide.customer(), known: new Map() }
  await prepare(trial, call, pages)
  await look({ guide, trial, balance: (await trial.customer.wallet()).balance })
  expect(guide.upstream.surprises).toEqual([])
}
/** What a row says that the call costs, in INR. */
const costOf = ({ charged }: AnswerRow): number => (charged === 'free' ? 0 : Number(charged))
const answeredRow = (page: GuidePage, call: string): AnswerRow =>
  page.answers.find((row) => row.call === call && row.reply.endsWith('/answer')) ?? expect.unreachable(`no ${call}`)
/** What is held while the outcome of a call is in doubt: its price, none where it gives money back. */
const heldFor = (page: GuidePage, call: string): number => Math.max(0, costOf(answeredRow(page, call)))

it('has a page for each plugin, and five shapes', () => {
  expect(ids).toEqual(folder('packages/providers'))
  expect(shapes).toHaveLength(5)
})

describe.concurrent.each([...pages])('%s', (id, page) => {
  const calls = [...new Set(page.answers.map(({ call }) => call))]

  it('calls every endpoint, and shows an answer, a definite no, a failure and async results of each operation', () =>
    trying(page, calls[0] ?? '', async ({ guide }) => {
      const hosted = guide.server.host.endpoints.filter(({ plugin }) => plugin === id)
      expect([...new Set(calls.map(endpointOf))].sort()).toEqual(hosted.map(({ endpoint }) => endpoint.id).sort())
      for (const { endpoint } of hosted) {
        const ofEndpoint = ({ call }: { call: string }): boolean => endpointOf(call) === endpoint.id
        const replies = page.answers
          .filter(ofEndpoint)
          .map(({ reply, charged }) => (charged === 'held' ? `${reply} held` : reply))
        const shown = Object.entries(endpoint.uses?.operations ?? {}).flatMap(([name, { effect }]) => [
          ...[`${name}/answer`, `${name}/no`, effect === 'read' ? `${name}/trouble` : `${name}/trouble held`],
        ])
        expect(replies).toEqual(expect.arrayContaining(shown))
        const ways = new Set(page.results.filter(ofEndpoint).map(({ by }) => by))
        expect([...ways].sort()).toEqual(endpoint.asyncResult ? ['callback', 'status'] : [])
      }
    }))
})

describe.concurrent.each([...pages, ...shapes])('%s', (_, page) => {
  it('shows only tried examples', () => {
    const tried = triedBlocks(page)
    const untried = page.blocks.filter((block) => !tried.includes(block))
    expect(untried.map(({ kind, name }) => `${kind}=${name}`)).toEqual([])
  })

  it('states the HTTP status of each reply', () => {
    const replies = page.blocks.filter(({ kind }) => kind === 'reply')
    const said = ({ name }: Block): string | undefined =>
      /HTTP ([0-9]{3})/.exec(page.text.split(`\`${name}\``, 2)[1] ?? '')?.[1]
    expect(replies.map((reply) => [reply.name, said(reply)])).toEqual(
      replies.map(({ name, attributes }) => [name, attributes['status']]),
    )
  })

  const rows = page.answers.map((row) => [row.call, row.reply, row] as const)
  it.each(rows)('%s, %s: sends, answers and charges what the page says', (call, _, row) =>
    trying(page, call, async ({ trial, balance }) => {
      expect(await make(trial, row, newCall(call))).toEqual([])
      const after = await trial.customer.wallet()
      expect(balance - after.balance).toBe(row.charged === 'held' ? 0 : costOf(row))
      expect(after.held).toBe(row.charged === 'held' ? heldFor(page, call) : 0)
    }),
  )

  const doubts = page.answers.filter(({ charged }) => charged === 'held').map((row) => [row.call, row] as const)
  it.each(doubts)('%s is free when it never arrived', (call, row) =>
    trying(page, call, async ({ guide, trial, balance }) => {
      await make(trial, row, newCall(call))
      letDoubtBeAsked(trial, row.reply, 'no')
      await vi.waitFor(() => expect(guide.upstream.asked).not.toEqual([]), SOON)
      await vi.waitFor(async () => expect(await trial.customer.wallet()).toEqual({ balance, held: 0 }), SOON)
    }),
  )
  it.each(doubts)('%s is charged if it was accepted', (name, row) =>
    trying(page, name, async ({ trial, balance }) => {
      const [call, answered] = [newCall(name), answeredRow(page, name)]
      await make(trial, row, call)
      letDoubtBeAsked(trial, row.reply, 'answer')
      const expected = { balance: balance - costOf(answered), held: 0 }
      await vi.waitFor(async () => expect(await trial.customer.wallet()).toEqual(expected), SOON)
      const again = await send(trial, call)
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(answerProblems(trial, answered, again)).toEqual([])
    }),
  )

  const results = page.results.map((row) => [row.call, row.result, row.by, row] as const)
  it.each(results)('%s, %s by %s: reports and refunds as the page says', (name, _, by, row) =>
    trying(page, name, async ({ trial, balance }) => {
      const [call, answered] = [newCall(name), answeredRow(page, name)]
      expect(await make(trial, answered, call)).toEqual([])
      expect(await standing(trial, call)).toMatchObject({ state: 'pending', result: null })
      if (by === 'status') letResultBeAsked(trial, row)
      else {
        expect(await postResult(trial, row.result, { tampered: true })).toBe(401)
        expect(await standing(trial, call)).toMatchObject({ state: 'pending', result: null })
        expect(await postResult(trial, row.result, { tampered: false })).toBe(200)
      }
      await vi.waitFor(async () => expect(await resultProblems(trial, row, call)).toEqual([]), SOON)
      const after = await trial.customer.wallet()
      expect([balance - after.balance, after.held]).toEqual([costOf(answered) - Number(row.refunded), 0])
    }),
  )
})
