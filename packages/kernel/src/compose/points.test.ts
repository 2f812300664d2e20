import {
  type AnyPoint,
  chosenPoint,
  decorate,
  definePlugin,
  defineRecords,
  defineSettings,
  extensionPoint,
  isParakhError,
  type Plugin,
  Pricing,
  priceOf,
  requireCapability,
  service,
  token,
} from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parcels } from '../../test/parcels.ts'

type Greeting = (name: string) => string
const Greetings = extensionPoint<Greeting>('hello.greetings', { version: 2, accepts: [1] })
interface Printer {
  readonly printed: string
}
const Printers = chosenPoint<Printer>('hello.printers')({
  version: 1,
  sectionKey: 'printers',
  count: 'many',
  capabilities: ['colour'],
})
const Font = chosenPoint<string>('hello.font')({
  version: 1,
  sectionKey: 'font',
  count: 'one',
  fallback: { font: 'serif' },
})
const Said = token<readonly string[]>('hello.said')

const laser = Printers.driver({
  id: 'laser',
  options: z.object({ tray: z.string().default('top') }),
  needs: {},
  capabilities: ['colour'],
  make: ({ name, options }) => ({ printed: `${name} on laser, ${options.tray}` }),
})
const needle = Printers.driver({
  id: 'needle',
  options: z.object({}),
  needs: {},
  make: ({ name }) => ({ printed: `${name} on needle` }),
})
const serif = Font.driver({ id: 'serif', options: z.object({}), needs: {}, make: () => 'Serif' })
const mono = Font.driver({
  id: 'mono',
  options: z.object({ size: z.int() }),
  needs: {},
  make: ({ options }) => `Mono ${options.size}`,
})

const hello = definePlugin({
  id: 'hello',
  contract: 1,
  points: [Greetings, Printers, Font],
  contributes: [
    laser,
    needle,
    serif,
    mono,
    Greetings.contribute({ id: 'plain', needs: {}, make: () => (name) => `Hello ${name}` }),
  ],
  services: [
    service(Said, { greetings: Greetings, printers: Printers, fonts: Font }, ({ greetings, printers, fonts }) => [
      ...[...greetings].map(([id, greet]) => `${id}: ${greet('Asha')}`),
      ...[...printers.values()].map(({ printed }) => printed),
      ...fonts.values(),
    ]),
  ],
})
const TimeSettings = defineSettings('time', z.object({ word: z.string().default('morning') }))
const time = definePlugin({
  id: 'time',
  contract: 1,
  settings: TimeSettings,
  contributes: [
    Greetings.contribute({
      id: 'first',
      needs: { settings: TimeSettings },
      before: ['hello/plain', 'absent/plugin'],
      make:
        ({ settings: { word } }) =>
        (name) =>
          `Good ${word}, ${name}`,
    }),
  ],
})
const late = definePlugin({
  id: 'late',
  contract: 1,
  contributes: [Greetings.contribute({ id: 'last', needs: {}, after: ['hello/plain'], make: () => () => 'Bye' })],
})

async function said(...plugins: Plugin[]): Promise<readonly string[]> {
  const { host } = await createTestHost({ plugins })
  const found = host.get(Said)
  await host.stop()
  return found
}
/** What is wrong, as `code at path: message`. */
async function faultsOf(...plugins: Plugin[]): Promise<string[]> {
  const thrown: unknown = await createTestHost({ plugins }).catch((error: unknown) => error)
  return isParakhError(thrown) ? thrown.faults.map(({ code, path, message }) => `${code} at ${path}: ${message}`) : []
}

describe('an extension point', () => {
  it('gives who needs it all contributions, as after and before say and else in the order of the configuration', async () => {
    const greetings = ['time/first: Good evening, Asha', 'hello/plain: Hello Asha', 'late/last: Bye']
    expect(await said(late(), hello(), time({ word: 'evening' }))).toEqual([...greetings, 'Serif'])
    expect(await said(time({ word: 'evening' }), hello(), late())).toEqual([...greetings, 'Serif'])
  })

  it('makes the drivers that the configuration chooses, by its names, from YAML as from TypeScript', async () => {
    const inCode = hello({
      printers: { office: laser.use({}), hall: laser.use({ tray: 'low' }), old: needle.use({}) },
      font: mono.use({ size: 9 }),
    })
    const expected = [
      'hello/plain: Hello Asha',
      'office on laser, top',
      'hall on laser, low',
      'old on needle',
      'Mono 9',
    ]
    expect(await said(inCode)).toEqual(expected)
    const printers = { office: { use: 'laser' }, hall: { use: 'laser', tray: 'low' }, old: { use: 'needle' } }
    expect(await said({ ...hello(), options: { printers, font: { use: 'mono', size: 9 } } })).toEqual(expected)
  })

  it('is left alone by a contribution for a point whose owner is not configured, where that says ifPresent', async () => {
    const guest = definePlugin({
      id: 'guest',
      contract: 1,
      contributes: [Greetings.contribute({ id: 'x', needs: {}, ifPresent: true, make: () => () => '' })],
    })
    expect(await faultsOf(guest())).toEqual([])
  })
})

describe('a decorator', () => {
  const dearer = (id: string, by: number) =>
    decorate(Pricing, {
      id,
      needs: {},
      wrap: (inner) => ({
        async quote(question) {
          const quote = await inner.quote(question)
          return { ...quote, price: priceOf(quote.price * by), version: `${quote.version}+${id}` }
        },
      }),
    })

  it('wraps a default service: what it quotes is charged, several in their order', async () => {
    const twice = definePlugin({ id: 'twice', contract: 1, decorates: [dearer('a', 2)] })
    const thrice = definePlugin({ id: 'thrice', contract: 1, decorates: [dearer('b', 3)] })
    const { host, keys } = await createTestHost({ plugins: [parcels(), twice(), thrice()] })
    const reply = await host.call('find-parcel', { id: 'p-1' }, keys.sandbox)
    expect(reply.body).toMatchObject({ meta: { charged: 3 } })
    await host.stop()
  })
})

describe('a composition that is wrong', () => {
  it('tells every fault at once, each with its place and what is allowed', async () => {
    const [A, B] = [token<object>('circle.a'), token<object>('circle.b')]
    const Kept = defineRecords('wrong.kept', {
      record: z.object({ n: z.int() }),
      key: [],
      states: ['on'],
      moves: {},
    } as never)
    const newer: AnyPoint = extensionPoint<Greeting>('hello.greetings', { version: 3 })
    const greet = () => () => ''
    const wrong = definePlugin({
      id: 'wrong',
      contract: 1,
      points: [Greetings],
      contributes: [
        extensionPoint<object>('crm.contacts', { version: 1, broughtBy: '@acme/crm' }).contribute({
          id: 'x',
          needs: {},
          make: () => ({}),
        }),
        { ...Greetings.contribute({ id: 'future', needs: {}, make: greet }), point: newer },
        Greetings.contribute({ id: 'lost', needs: {}, after: ['hello/plian'], make: greet }),
        Greetings.contribute({ id: 'lost', needs: {}, make: greet }),
        Greetings.contribute({
          id: 'hungry',
          needs: { missing: token('acme.missing'), kept: Kept as never },
          make: greet,
        }),
        { ...laser, id: 'needle' },
      ],
      services: [service(A, { b: B }, () => ({})), service(B, { a: A }, () => ({})), service(Said, {}, () => [])],
      decorates: [
        decorate(Pricing, { id: 'self', needs: { pricing: Pricing }, wrap: (inner) => inner }),
        decorate(token<object>('acme.nobody', { broughtBy: '@acme/nobody' }), {
          id: 'nobody',
          needs: {},
          wrap: (inner) => inner,
        }),
      ],
      requires: [requireCapability(Printers, 'colour', 'it prints photographs')],
    })
    const Limit = defineSettings('limit', z.object({ most: z.number() }))
    const limit = definePlugin({
      id: 'limit',
      contract: 1,
      settings: Limit,
      check: ({ most }, { plugins }) =>
        most > plugins.length ? [{ path: 'most', message: `is ${most}`, allowed: `at most ${plugins.length}` }] : [],
    })
    const printers = { old: { use: 'needle' }, hall: { use: 'lasre' }, office: { use: 'laser', tary: 'low' } }
    const owner: Plugin = { ...hello(), options: { printers } }
    expect((await faultsOf(owner, wrong(), limit({ most: 9 }))).sort()).toEqual([
      'CAPABILITY_MISSING at plugins.wrong: The plugin "wrong" needs "colour" of "hello.printers" (it prints photographs), which "old" (driver needle) does not have. Allowed: laser',
      'CONTRIBUTION_DUPLICATE at plugins.wrong: "wrong/lost" is contributed to "hello.greetings" beside "wrong/lost". Allowed: another id',
      'CONTRIBUTION_DUPLICATE at plugins.wrong: "wrong/needle" is contributed to "hello.printers" beside "hello/needle". Allowed: another id',
      'DECORATOR_NEEDS_ITSELF at plugins.wrong: The decorator "wrong/self" needs "core.pricing", which it wraps. Allowed: the first parameter of wrap',
      'DECORATOR_TARGET_MISSING at plugins.wrong: The decorator "wrong/nobody" wraps "acme.nobody", which nobody makes. Allowed: the plugin "@acme/nobody" beside this one, or ifPresent',
      'DRIVER_UNKNOWN at plugins.hello.printers.hall.use: No configured plugin brings a driver "lasre" of "hello.printers". Allowed: laser, needle',
      'HANDLE_OUTSIDE_CALL at plugins.wrong: The handle "wrong.kept" belongs to a call: it cannot be used in the contribution "wrong/hungry"',
      'ORDER_UNKNOWN at plugins.wrong: "wrong/lost" is placed by "hello/plian", which is not at "hello.greetings". Allowed: hello/plain, wrong/hungry',
      'PLUGIN_CHECK_FAILED at plugins.limit.most: is 9. Allowed: at most 4',
      'PLUGIN_OPTIONS_INVALID at plugins.hello.printers.office.tary: is not a known field. Allowed: tray',
      'POINT_DUPLICATE at plugins.wrong: The extension point "hello.greetings" is owned by both "hello" and "wrong". Allowed: one owner',
      'POINT_MISSING at plugins.wrong: "wrong/x" is contributed to "crm.contacts", which no configured plugin owns. Allowed: the plugin "@acme/crm" beside this one, or ifPresent',
      'POINT_VERSION_MISMATCH at plugins.wrong: "wrong/future" is made for version 3 of the extension point "hello.greetings". Allowed: 2, 1',
      'SERVICE_CYCLE at services: Services need each other in a circle: circle.a -> circle.b -> circle.a',
      'SERVICE_DUPLICATE at plugins.wrong: "hello.said" is made by both "hello" and "wrong". Allowed: one maker; a plugin decorates it or contributes to a point, and a host replaces it under services',
      'SERVICE_MISSING at plugins.wrong: Nothing provides "acme.missing", which the contribution "wrong/hungry" needs',
    ])
  })

  it('names parts that are placed before each other in a circle', async () => {
    const circle = definePlugin({
      id: 'circle',
      contract: 1,
      contributes: [
        Greetings.contribute({ id: 'a', needs: {}, after: ['circle/b'], make: () => () => '' }),
        Greetings.contribute({ id: 'b', needs: {}, after: ['circle/a'], make: () => () => '' }),
      ],
    })
    expect(await faultsOf(hello(), circle())).toEqual([
      'ORDER_CYCLE at plugins.circle: These parts of "hello.greetings" are placed before each other in a circle: circle/a, circle/b',
    ])
  })
})

/** Never run: the compiler must refuse each line below. */
export const refusedByTheCompiler = () => [
  // @ts-expect-error the options of a driver are checked
  laser.use({ tray: 5 }),
  // @ts-expect-error drivers are chosen by choices, not by text
  hello({ printers: { main: 'laser' } }),
  // @ts-expect-error a driver of another point
  hello({ printers: { main: serif.use({}) } }),
  // @ts-expect-error a capability that the point does not know
  Printers.driver({ id: 'x', options: z.object({}), needs: {}, capabilities: ['fly'], make: () => ({ printed: '' }) }),
  // @ts-expect-error a contribution of another type
  Greetings.contribute({ id: 'x', needs: {}, make: () => 5 }),
  // @ts-expect-error a capability that the point does not know
  requireCapability(Printers, 'fly', 'it flies'),
]
