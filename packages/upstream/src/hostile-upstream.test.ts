import {
  defineEndpoint,
  defineEvent,
  definePlugin,
  defineProvider,
  inr,
  modern,
  operation,
  type Plugin,
  type Upstream,
} from '@parakh/core'
import { Pan } from '@parakh/core/formats'
import { checkHostileUpstream } from '@parakh/testkit'
import { testHostileUpstreams } from '@parakh/testkit/suites'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createUpstream, type UpstreamOptions } from './create-upstream.ts'

const Holder = z.object({ pan: Pan, name: z.string() })
const State = z.object({ pan: Pan, state: z.enum(['taken', 'lost']) })
const operations = {
  holder: operation({ effect: 'read', input: z.object({ pan: Pan }), same: ['pan'], output: Holder }),
  send: operation({ effect: 'write', input: z.object({ pan: Pan }), same: ['pan'], output: State }),
}

const request = { pan: 'AAAPR0000A' }
const common = { method: 'GET', group: 'People', envelope: modern, price: inr('2') } as const

/** A plugin with a read and a write about a person. */
function registry({ same = ['pan'] }: { same?: 'pan'[] } = {}): Plugin {
  const RegistryProvider = defineProvider('registry', {
    ...operations,
    holder: operation({ ...operations.holder, same }),
  })
  const holder = defineEndpoint({
    ...{ ...common, id: 'holder', path: '/holder', summary: 'The holder of a PAN' },
    request: z.object({ pan: Pan }),
    data: Holder,
    errors: { NOBODY: { message: 'No such PAN' } },
    uses: RegistryProvider.pick('holder'),
    async handle({ request, provider, answer, fail }) {
      const found = await provider.holder(request)
      return found ? answer(found) : fail('NOBODY')
    },
    fixtures: [{ scenario: 'success', request, records: { holder: { ...request, name: 'ASHA RAO' } } }],
  })
  const send = defineEndpoint({
    ...{ ...common, id: 'send', path: '/send', summary: 'Sends a card' },
    request: z.object({ pan: Pan }),
    data: z.object({ state: z.string() }),
    errors: { NOT_TAKEN: { message: 'Nobody takes it' } },
    uses: RegistryProvider.pick('send'),
    async handle({ request, provider, answer, fail }) {
      const sent = await provider.send(request)
      return sent ? answer({ state: sent.state }) : fail('NOT_TAKEN')
    },
    fixtures: [{ scenario: 'success', request, records: { send: { ...request, state: 'taken' } } }],
  })
  return definePlugin({ id: 'registry', contract: 1, provider: RegistryProvider, endpoints: [holder, send] })()
}
/** The read alone, its fixtures changed past what their types allow. */
function reading(plugin: Plugin, changes: object = {}): Plugin {
  const endpoints = plugin.definition.endpoints
    .filter(({ id }) => id === 'holder')
    .map((endpoint) => ({ ...endpoint, fixtures: endpoint.fixtures.map((fixture) => ({ ...fixture, ...changes })) }))
  return { ...plugin, definition: { ...plugin.definition, endpoints } }
}

const Linked = defineEvent('registry.linked', z.object({ state: z.string() }))

/** A plugin whose call is paid when its result comes. */
function paidLater({ same = ['pan'] }: { same?: 'pan'[] } = {}): Plugin {
  const output = z.object({ pan: Pan.nullable(), holder: z.string().optional(), state: z.enum(['pending', 'done']) })
  const LaterProvider = defineProvider('later', {
    link: operation({ effect: 'write', input: z.object({ pan: Pan }), same, output }),
  })
  const link = defineEndpoint({
    ...common,
    id: 'link',
    path: '/link',
    summary: 'Links a PAN',
    charge: 'on-completion',
    request: z.object({ pan: Pan }),
    data: z.object({ reference: z.string() }),
    errors: { NOT_TAKEN: { message: 'Nobody takes it' } },
    uses: LaterProvider,
    async handle({ request, provider, call, answer, fail }) {
      return (await provider.link(request)) ? answer({ reference: call.reference }) : fail('NOT_TAKEN')
    },
    asyncResult: {
      event: Linked,
      poll: { everySeconds: 60, forSeconds: 86_400 },
      update: ({ record: { state }, now }) => (state === 'pending' ? null : now('completed', { state })),
    },
    fixtures: [
      {
        scenario: 'success',
        request,
        records: { link: { ...request, state: 'pending' } },
        asyncResults: [{ pan: null, state: 'done' }],
      },
    ],
  })
  return definePlugin({ id: 'later', contract: 1, provider: LaterProvider, endpoints: [link] })()
}

testHostileUpstreams(registry(), { createUpstream })
testHostileUpstreams(paidLater(), { createUpstream })

describe('the suite of a hostile upstream finds', () => {
  const problemsOf = async (...given: Parameters<typeof checkHostileUpstream>) =>
    (await checkHostileUpstream(...given)).join('\n')

  it('an operation that compares nothing', async () => {
    const found = await problemsOf(reading(registry({ same: [] })), { createUpstream })
    expect(found).toContain('holder, holder: it has pan in question and answer, and compares none (same)')
  })

  it('an endpoint that takes later results about another person', async () => {
    const problems = await problemsOf(paidLater({ same: [] }), { createUpstream })
    expect(problems).toContain('link, link: a callback about another person ended accepted')
    expect(problems).toContain('link, link: the status of another person ended a call whose reply was lost')
  })

  it('an upstream that accepts any answer and follows redirects', async () => {
    const careless = (options: UpstreamOptions): Upstream & AsyncDisposable => ({
      ...createUpstream(options),
      compile: (_contract, { baseUrl }) => ({
        exchanges: {},
        implementation: {
          holder: async (input, { signal }) => {
            const reply = await fetch(`${baseUrl}/holder`, { method: 'POST', body: JSON.stringify({ input }), signal })
            return await reply.json()
          },
        },
      }),
    })
    const found = await problemsOf(reading(registry()), { createUpstream: careless })
    expect(found).toContain('holder, holder, the answer, packed: it ended answer with 200')
    expect(found).toContain('the answer with a number beyond all: it was charged 2000000')
    expect(found).toContain('a redirect was followed')
  })

  it('a good answer that is refused, and a request that cannot be made', async () => {
    const unfit = reading(registry(), { request: { pan: 7 } })
    expect(await problemsOf(unfit, { createUpstream })).toContain('hand one in under `requests`')
    const refused = reading(registry(), { records: { holder: { pan: 'AAAPR0000A' } } })
    expect(await problemsOf(refused, { createUpstream })).toContain('holder: a good upstream is answered')
  })
})
