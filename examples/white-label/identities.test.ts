import { inr } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Behaviour } from './identities/live-sources.ts'
import { operatorReads } from './identities/operator-reads.ts'
import { type InventedPerson, inventedPerson } from './identities/people.ts'
import { type Asked, ask, type HostedEndpoint, requestAbout, type Told } from './identities/requests.ts'
import { Search } from './identities/search.ts'
import { type Customer, type ServedLive, servedLive } from './identities/served-live.ts'

const [COUNT, DRAWN] = process.env['PARAKH_FULL'] ? [500, 20] : [2, 1]
const AT_ONCE = 8
/** Longer than any endpoint waits before it asks for a result. */
const LATER_MS = 3_601_000
/** The background looks for work every two seconds. */
const SOON = { timeout: 60_000, interval: 100 }
/** No people, or not about one: a bank. */
const ABOUT_NOBODY = ['bank-ifsc-details', 'ifsc-details', 'cancel-order']

/** Some of what an operator reads. */
const READS = [
  ...['usage_list', 'audit_list', 'consents_list', 'sources_list', 'calls_find', 'calls_timeline', 'ledger_list'],
  ...['statements_wallet', 'orders_list', 'webhooks_list_all', 'analytics_figures', 'system_get'],
]
/** Answered from what is kept here, and by mail. */
const ANSWERED_WITHOUT = ['ll-exam-status', 'send-otp']

const people = Array.from({ length: COUNT }, (_, index) => inventedPerson(index))
const search = new Search(people)
let served: ServedLive
let [customer, poor]: (Customer | undefined)[] = []
/** Of calls that end later. */
const references: string[] = []

const asking = (): readonly HostedEndpoint[] =>
  served.host.endpoints.filter(({ endpoint }) => endpoint.uses && !ABOUT_NOBODY.includes(endpoint.id))
const inputOf = (person: InventedPerson, hosted: HostedEndpoint, index: number) => ({
  ...requestAbout(person, hosted),
  ...(hosted.endpoint.id === 'place-order' ? { document_ref: `dl-print-${index}` } : {}),
})

/** Does something with each, a few at a time: a server refuses what it cannot carry. */
async function each<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<void>): Promise<void> {
  const left = [...items.entries()]
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
const asCustomer = (rest: Omit<Asked, 'customer'>, by = customer): Promise<Told> =>
  by ? ask(served.url, { customer: by, ...rest }) : expect.unreachable('there is a customer')
const hostedOf = (id: string): HostedEndpoint =>
  served.host.endpoints.find(({ endpoint }) => endpoint.id === id) ?? expect.unreachable(`there is no ${id}`)
/** Endpoints of which some answers are not refused, and how many, and who is found in what was no answer. */
const outcome = (told: readonly Told[]) => ({
  answering: [...new Set(told.filter(({ status }) => status === 200).map(({ endpoint }) => endpoint))].sort(),
  refused: new Set(told.filter(({ status }) => status !== 200).map(({ endpoint }) => endpoint)).size,
  named: told
    .filter(({ status }) => status !== 200)
    .flatMap(({ endpoint, status, text }) => search.found(`${endpoint} ${status}`, text)),
})

beforeAll(async () => {
  served = await servedLive(people)
  customer = await served.customer()
  poor = await served.customer(inr('0'))
  const created = await fetch(`${served.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { ...customer.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: served.receiver }),
  })
  expect([created.status, await created.text()]).toEqual([200, expect.any(String)])
}, 60_000)
afterAll(() => served[Symbol.asyncDispose]())

describe(`of ${COUNT} people, whom all endpoints are asked about`, () => {
  it('the search finds one in whatever notation', () => {
    const { fields } = inventedPerson(0)
    for (const text of [
      `x${fields['pan']}`,
      fields['aadhaar']?.replace(/(.{4})(.{4})/, '$1 $2-'),
      `${fields['email']}`,
    ])
      expect(search.found('here', Buffer.from(`\0${text}\0`))).toHaveLength(1)
  })

  it('each answer tells of the person, and its replay tells the same', async () => {
    const amiss: unknown[] = []
    await each(people, async (person, index) => {
      for (const hosted of asking()) {
        const { id } = hosted.endpoint
        const rest = { hosted, input: inputOf(person, hosted, index), requestId: `${id}-${index}` }
        const [first, again] = [await asCustomer(rest), await asCustomer(rest)]
        const reference = /"(?:ref_id|order_id)":"(\w+)"/.exec(first.text)?.[1]
        if (reference && hosted.endpoint.asyncResult) references.push(reference)
        // An order tells nothing of who receives it, and a code is told by mail.
        const tells = id === 'place-order' || id === 'send-otp' || search.found(id, first.text).length > 0
        if (first.status !== 200 || again.status !== 200 || !tells) amiss.push(first, again)
        if (index < DRAWN)
          for (const [link] of first.text.matchAll(/http[^"]+\/documents\/[^"]+/g))
            expect((await fetch(link)).status).toBe(200)
      }
    })
    expect(amiss).toEqual([])
  }, 600_000)

  it('what ends later is asked for and told by webhooks and by its reference, without the person', async () => {
    served.clock.advance(LATER_MS)
    await vi.waitFor(() => expect(served.webhooks.length).toBeGreaterThanOrEqual(references.length), SOON)
    const status = hostedOf('request-status')
    const told: Told[] = []
    await each(references, async (ref_id) => void told.push(await asCustomer({ hosted: status, input: { ref_id } })))
    expect(told.filter(({ status }) => status !== 200)).toEqual([])
    expect(told.flatMap(({ text }) => search.found('request-status', text))).toEqual([])
  }, 600_000)

  it.each<readonly [Behaviour, readonly string[]]>([
    ['none', ANSWERED_WITHOUT],
    ['broken', ANSWERED_WITHOUT],
    ['malformed', ANSWERED_WITHOUT],
    ['another', ['aadhaar-to-pan', 'instant-pan-find', 'place-order', ...ANSWERED_WITHOUT]],
  ])(
    'no failure names one, where a source says: %s',
    async (behaviour, answering) => {
      // A code is sent to an address again only after a while.
      served.clock.advance(LATER_MS)
      served.sources.behaviour = behaviour
      const told: Told[] = []
      await each(people, async (person, index) => {
        for (const hosted of asking()) told.push(await asCustomer({ hosted, input: inputOf(person, hosted, index) }))
      })
      served.sources.behaviour = 'answer'
      const { refused, answering: answered, named } = outcome(told)
      expect(named).toEqual([])
      expect(answered.filter((id) => !answering.includes(id))).toEqual([])
      expect(refused).toBeGreaterThanOrEqual(asking().length - answering.length)
    },
    600_000,
  )

  it('no refusal names one', async () => {
    const told: Told[] = []
    await each(people, async (person, index) => {
      for (const hosted of asking()) {
        const input = inputOf(person, hosted, index)
        const texts = Object.entries(input).filter(([, value]) => typeof value === 'string')
        const [field = '', value = ''] = texts[0] ?? []
        const rest = { hosted, input }
        told.push(await asCustomer({ ...rest, input: { ...input, [field]: `${value}!` } }))
        told.push(await asCustomer({ ...rest, input: { ...input, more: value, [`${value}`]: 'more' } }))
        told.push(await asCustomer({ ...rest, requestId: person.fields['pan'] }))
        told.push(await asCustomer({ ...rest, headers: { 'x-api-secret': String(value) } }))
        told.push(await asCustomer({ ...rest, headers: { 'x-consent-ref': String(person.fields['aadhaar']) } }))
        told.push(await asCustomer({ ...rest, withoutConsent: true, headers: { 'x-sandbox-scenario': String(value) } }))
        told.push(await asCustomer(rest, poor))
      }
    })
    expect(outcome(told)).toMatchObject({ refused: asking().length, named: [] })
  }, 600_000)

  it('nothing that an operator reads names one', async () => {
    const known = { account_id: customer?.id ?? '', environment: 'production', limit: '500', month: '2026-01' }
    const token = await served.operatorToken()
    const reads = await operatorReads(served.url, token, {
      ...known,
      id: 'pan-details-0',
      reference: references[0] ?? '',
    })
    const read = reads.filter(({ status }) => status === 200)
    expect(reads.filter(({ status }) => status >= 500)).toEqual([])
    for (const id of READS) expect(read.map(({ operation }) => operation)).toContain(id)
    expect(read.flatMap(({ operation, text }) => search.found(operation, text))).toEqual([])
  })

  it('no log line, metric, webhook, nor mail but to the person, names one', async () => {
    const metrics = await (await fetch(`${served.url}/metrics`)).text()
    expect(metrics).toContain('parakh_calls_total')
    expect(search.found('metrics', metrics)).toEqual([])
    expect(served.logger.lines.length).toBeGreaterThan(COUNT)
    expect(search.found('log', served.logger.text())).toEqual([])
    expect(served.webhooks.flatMap((text) => search.found('webhook', text))).toEqual([])
    expect(served.mails.length).toBeGreaterThanOrEqual(COUNT)
    const mails = served.mails.map(({ raw, to }) => to.reduce((text, address) => text.replaceAll(address, ''), raw))
    expect(mails.flatMap((text) => search.found('mail', text))).toEqual([])
  })

  it('neither database, journal nor backup names one, while the server runs and after it has stopped', async () => {
    await served.backup('backup.db')
    expect(await search.foundBelow(served.folder)).toEqual([])
    await served.close()
    expect(await search.foundBelow(served.folder)).toEqual([])
  })
})
