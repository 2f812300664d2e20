import {
  Documents,
  defineDocument,
  defineEndpoint,
  definePlugin,
  defineProvider,
  defineRecords,
  defineSettings,
  type Endpoint,
  inr,
  isParakhError,
  legacy,
  modern,
  operation,
  type Plugin,
  service,
  token,
  zero,
} from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import * as z3 from 'zod/v3'
import { carrier } from '../../test/carrier.ts'
import { mounted, parcels } from '../../test/parcels.ts'

const plain = {
  method: 'GET',
  group: 'g',
  summary: 's',
  envelope: modern,
  price: inr('1'),
  request: z.object({}),
  data: z.object({}),
  handle: async ({ answer }: { answer: (data: object) => never }) => answer({}),
  fixtures: [],
} as const
const endpoint = (more: object) => defineEndpoint({ ...plain, id: 'one', path: '/one', ...more } as never) as Endpoint
const plugin = (id: string, ...endpoints: Endpoint[]) => definePlugin({ id, contract: 1, endpoints })()

/** What is wrong, as `code at path`. */
async function faultsOf(
  plugins: readonly Plugin[],
  more: Partial<Parameters<typeof createTestHost>[0]> = {},
): Promise<string[]> {
  try {
    const { host } = await createTestHost({ plugins, ...more })
    await host.stop()
    return []
  } catch (error) {
    return (
      (error as { faults?: { code: string; path: string }[] }).faults?.map(
        ({ code, path }) => `${code} at ${path}`,
      ) ?? [String(error)]
    )
  }
}

describe('a composition', () => {
  it('refuses schemas of another zod, each by its name, before anything runs', async () => {
    const old = z3.object({ word: z3.string() })
    const data = z.object({ word: old as never })
    const error = await createTestHost({ plugins: [plugin('a', endpoint({ request: old, data }))] }).catch(
      (thrown: { faults: readonly { code: string; message: string }[] }) => thrown,
    )
    expect('faults' in error && error.faults.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'SCHEMA_OF_ANOTHER_ZOD: The plugin "a": the request of one is a schema of another zod. Allowed: zod 4, as the peer dependency that @parakh/core names',
      'SCHEMA_OF_ANOTHER_ZOD: The plugin "a": the data of one is a schema of another zod. Allowed: zod 4, as the peer dependency that @parakh/core names',
    ])
  })

  it('refuses a comparison of a field that is not there, which would let another person answer', async () => {
    const Word = z.object({ word: z.string() })
    const Provider = defineProvider('a', {
      find: operation({ effect: 'read', input: Word, output: Word, same: ['wrod' as 'word'] }),
    })
    const made = definePlugin({ id: 'a', contract: 1, provider: Provider, endpoints: [endpoint({ uses: Provider })] })
    expect(await faultsOf([made()])).toEqual(['OPERATION_INVALID at plugins.a'])
  })

  it('refuses an option that is misspelt at any depth', async () => {
    const Given = defineSettings('a', z.object({ parcel: z.object({ weight: z.number().default(1) }).prefault({}) }))
    const made = definePlugin({ id: 'a', contract: 1, endpoints: [endpoint({})], settings: Given })
    expect(await faultsOf([made({ parcel: { wieght: 2 } } as never)])).toEqual([
      'PLUGIN_OPTIONS_INVALID at plugins.a.parcel.wieght',
    ])
    expect(await faultsOf([made({ parcel: { weight: 2 } })])).toEqual([])
  })

  it.each([
    ['an option of the plugin', { parcl: {} }, 'parcl', 'parcel'],
    ['one below it', { parcel: { wieght: 2 } }, 'parcel.wieght', 'weight'],
    ['an option of every plugin', { licnce: {} }, 'licnce', 'licence'],
    ['one below it', { licence: { authority: 'a', nmber: '1', validUntil: '2027-01-01' } }, 'licence.nmber', 'number'],
  ])('names what was probably meant by a misspelt key: %s', async (_, options, path, meant) => {
    const Given = defineSettings('a', z.object({ parcel: z.object({ weight: z.number().default(1) }).prefault({}) }))
    const made = definePlugin({ id: 'a', contract: 1, endpoints: [endpoint({})], settings: Given })
    const thrown: unknown = await createTestHost({ plugins: [made(options as never)] }).catch((error: unknown) => error)
    const faults = isParakhError(thrown) ? thrown.faults : []
    expect(faults.filter((fault) => fault.path === `plugins.a.${path}`)).toEqual([
      expect.objectContaining({ message: expect.stringContaining(`is not a known field (did you mean "${meant}"?)`) }),
    ])
  })

  it('tells every fault at once, each with its place, and starts nothing', async () => {
    const Missing = token<object>('acme.missing')
    const started: string[] = []
    const faults = await faultsOf(
      [
        plugin('a', endpoint({}), endpoint({ id: 'two', needs: { missing: Missing } })),
        plugin('a', endpoint({ id: 'three', path: '/three' })),
        { ...plugin('old'), contract: 9 },
        parcels({ live: { provider: 'nobody' } as never, perParcel: -1, nonsense: true } as never),
      ],
      {
        settings: { priceOverrides: { nothing: zero }, switchedOff: ['nothing'] },
        services: [service(token('acme.greedy'), {}, () => void started.push('greedy'))],
      },
    )
    expect(faults.sort()).toEqual([
      'PLUGIN_CONTRACT_MISMATCH at plugins.old',
      'PLUGIN_DUPLICATE at plugins.a',
      'PLUGIN_OPTIONS_INVALID at plugins.parcels.nonsense',
      'PLUGIN_OPTIONS_INVALID at plugins.parcels.perParcel',
      'PRICE_UNKNOWN_ENDPOINT at pricing.overrides.nothing',
      'PROVIDER_UNKNOWN at plugins.parcels.live.provider',
      'ROUTE_CONFLICT at plugins.a',
      'SERVICE_MISSING at plugins.a',
      'SWITCH_UNKNOWN_ENDPOINT at endpoints.nothing',
    ])
    expect(started).toEqual([])
  })

  it.each([
    ['a price that cannot be replayed', { replay: false }],
    ['a path that is none', { path: 'one' }],
    ['an id in capitals', { id: 'One' }],
    ['an error code of the host', { errors: { VALIDATION_FAILED: { message: 'x' } } }],
    ['data that hides the envelope', { envelope: legacy(), data: z.object({ status: z.string() }) }],
    ['an async result without a write', { asyncResult: { event: {}, poll: {} } }],
    ['a tier in capitals', { tiers: { Full: inr('1') }, price: () => zero }],
    ['tiers that are none', { tiers: {}, price: () => zero }],
    ['tiers beside a price', { tiers: { full: inr('1') } }],
    ['an endpoint that accepts no scheme', { auth: { accepts: [] } }],
    ['a single-phase endpoint with a provider', { singlePhase: true, uses: carrier().source }],
    [
      'a single-phase endpoint whose handler could write',
      { singlePhase: true, needs: { notes: defineRecords('a.notes', { record: z.object({}) }) } },
    ],
    [
      'consent that could not be written',
      { price: zero, replay: false, consent: { purpose: 'x', subject: () => 'y' } },
    ],
  ])('refuses %s', async (_, more) => {
    expect(await faultsOf([plugin('a', endpoint(more))])).toEqual(['ENDPOINT_INVALID at plugins.a'])
  })

  it('refuses two plugins on one path, whatever their parameters are called', async () => {
    const first = endpoint({ id: 'a', path: '/x/{id}', request: z.object({ id: z.string() }) })
    const second = endpoint({ id: 'b', path: '/x/{name}', request: z.object({ name: z.string() }) })
    expect(await faultsOf([plugin('a', first), plugin('b', second)])).toEqual(['ROUTE_CONFLICT at plugins.b'])
    expect(await faultsOf([plugin('a', first), { ...plugin('b', second), options: { mount: '/other' } }])).toEqual([])
  })

  it('refuses a provider of another contract, and one that the plugin does not have', async () => {
    const foreign = { ...carrier().source, contract: 'letters' }
    expect(await faultsOf([parcels({ live: foreign })])).toEqual(['PROVIDER_MISMATCH at plugins.parcels.live'])
    expect(await faultsOf([parcels({ live: [carrier().source, { provider: 'x' } as never] })])).toEqual([
      'PROVIDER_UNKNOWN at plugins.parcels.live.1.provider',
    ])
  })

  it('refuses a price for what is never held', async () => {
    const free = endpoint({ price: zero, replay: false })
    expect(await faultsOf([plugin('a', free)], { settings: { priceOverrides: { one: inr('1') } } })).toEqual([
      'ENDPOINT_INVALID at pricing.overrides.one',
    ])
  })

  it('refuses a document where none can be made, and says what is missing', async () => {
    const Card = defineDocument('cards.card', {
      record: z.object({}),
      title: 'Card',
      fileName: () => 'card.pdf',
      blocks: () => [],
    })
    const cards = plugin('cards', endpoint({ needs: { card: Card } }))
    expect(await faultsOf([cards], { without: [Documents] })).toEqual(['NOT_INSTALLED at plugins.cards'])
    await expect(createTestHost({ plugins: [cards], without: [Documents] })).rejects.toMatchObject({
      faults: [{ message: expect.stringContaining('Allowed: the plugin "@parakh/documents", under plugins') }],
    })
    expect(await faultsOf([cards])).toEqual([])
  })

  it('tells an application that asks for a service of an absent plugin what to list', async () => {
    const { host } = await createTestHost({ plugins: [] })
    const Letters = token<object>('letters.letters', { broughtBy: '@acme/letters' })
    expect(() => host.get(Letters)).toThrow(
      expect.objectContaining({
        code: 'SERVICE_MISSING',
        message:
          'Nothing provides "letters.letters", which the application needs. Allowed: the plugin "@acme/letters", under plugins',
      }),
    )
    await host.stop()
  })

  it('refuses records whose own fields would be hidden by those of every record', async () => {
    const States = defineRecords('places.states', { record: z.object({ state: z.string() }) })
    expect(await faultsOf([plugin('places', endpoint({ needs: { states: States } }))])).toEqual([
      'RECORDS_INVALID at plugins.places',
    ])
  })

  it('shares nothing between two hosts in one process', async () => {
    const [first, second] = await Promise.all([
      createTestHost({ plugins: [mounted()] }),
      createTestHost({ plugins: [mounted()] }),
    ])
    const echo = (at: typeof first, key: typeof first) =>
      at.host.call('echo', { word: 'hi' }, { apiKey: key.keys.sandbox.apiKey })
    expect((await echo(first, first)).status).toBe(200)
    expect((await echo(second, first)).status).toBe(403)
    await Promise.all([first.host.stop(), second.host.stop()])
  })
})
