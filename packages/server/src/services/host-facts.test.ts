import {
  AccountViews,
  accountAddition,
  CONTRACT,
  DevelopmentMode,
  defineEndpoint,
  defineEvent,
  definePlugin,
  defineProvider,
  HostCatalogue,
  inr,
  modern,
  operation,
  PublicAddress,
  Retention,
  ServerBrand,
  SharedClock,
  service,
  token,
} from '@parakh/core'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

const Provider = defineProvider('letters', {
  send: operation({ effect: 'write', input: z.object({}), output: z.object({}) }),
  look: operation({ effect: 'read', input: z.object({}), output: z.object({}) }),
})
const Sent = defineEvent('letter.sent', z.object({}))
const common = { group: 'g', summary: 's', envelope: modern, request: z.object({}), data: z.object({}), fixtures: [] }
const send = defineEndpoint({
  ...{
    ...common,
    id: 'letter-send',
    method: 'POST',
    path: '/letters',
    priceSource: 'default',
    uses: Provider.pick('send'),
  },
  tiers: { plain: inr('2'), thick: inr('3') },
  price: ({ tier }) => tier('plain'),
  needs: { sent: Sent },
  handle: async ({ answer }) => answer({}),
})
const look = defineEndpoint({
  ...{ ...common, id: 'letter-look', method: 'GET', path: '/letters', price: inr('0'), replay: false },
  handle: async ({ answer }) => answer({}),
})
const needs = { brand: ServerBrand, address: PublicAddress, mode: DevelopmentMode, catalogue: HostCatalogue } as const
const Facts = token<{ told(): object }>('letters.facts')
const letters = definePlugin({
  ...{ id: 'letters', contract: CONTRACT, provider: Provider, endpoints: [send, look] },
  services: [
    service(
      Facts,
      { ...needs, retention: Retention, clock: SharedClock },
      ({ brand, address, mode, catalogue, ...more }) => ({
        told: () => ({
          ...{ brand, url: address.url, development: mode.isOn, usageDays: more.retention.usageDays },
          ...{
            sold: [...catalogue.sold].filter(([, { plugin }]) => plugin === 'letters'),
            providers: catalogue.plugins,
            now: more.clock.now(),
          },
          events: catalogue.eventTypes.filter((type) => type.startsWith('letter.') || type === 'key.created'),
        }),
      }),
    ),
  ],
})

describe('what a plugin may know of its server', () => {
  let test: ServerForTest | undefined
  afterEach(() => test?.server.close())

  it('is its brand, its address, its mode and what it sells', async () => {
    test = await serverForTest({
      plugins: [letters()],
      config: {
        brand: { name: 'Acme', colour: '#0a6d52' },
        server: { port: 0, publicUrl: 'https://acme.example' },
        pricing: { overrides: { 'letter-send#thick': '5' } },
        retention: { usageDays: 400 },
      },
    })
    const sent = {
      endpoint: 'letter-send',
      plugin: 'letters',
      listedSource: 'default',
      chargeable: true,
      operations: ['send'],
    }
    expect(test.host.get(Facts).told()).toEqual({
      brand: { name: 'Acme', supportEmail: null, colour: '#0a6d52', logo: null },
      ...{ url: 'https://acme.example', development: true, usageDays: 400, now: expect.any(Date) },
      sold: [
        ['letter-send#plain', { ...sent, tier: 'plain', listed: inr('2'), configured: null }],
        ['letter-send#thick', { ...sent, tier: 'thick', listed: inr('3'), configured: inr('5') }],
        [
          'letter-look',
          {
            ...{ endpoint: 'letter-look', tier: null, plugin: 'letters', listed: 0, listedSource: 'plugin' },
            ...{ configured: null, chargeable: false, operations: [] },
          },
        ],
      ],
      providers: [
        {
          ...{ id: 'letters', name: 'letters' },
          operations: [
            { name: 'send', effect: 'write' },
            { name: 'look', effect: 'read' },
          ],
          sources: [],
        },
      ],
      events: ['key.created', 'letter.sent'],
    })
  })
})

describe('the view of an account', () => {
  let test: AdminForTest
  afterEach(() => test.close())

  it('has what plugins add, under their ids, by their schemas', async () => {
    const stamps = definePlugin({
      ...{ id: 'stamps', contract: CONTRACT },
      contributes: [
        AccountViews.contribute({
          ...{ id: 'stock', needs: {} },
          make: () =>
            accountAddition(z.object({ stamps: z.int() }), async () => ({ stamps: 7, secret: 'not declared' })),
        }),
        AccountViews.contribute({
          ...{ id: 'album', needs: {} },
          make: () => accountAddition(z.object({ pages: z.int() }), async () => ({ pages: 2 })),
        }),
      ],
    })
    const coins = definePlugin({
      ...{ id: 'coins', contract: CONTRACT },
      contributes: [
        AccountViews.contribute({
          ...{ id: 'stock', needs: {} },
          make: () => accountAddition(z.object({ coins: z.int() }), async () => null),
        }),
      ],
    })
    test = await adminForTest({ plugins: [stamps(), coins()] })
    const { id } = await test.account('customer')
    const reply = await test.ask({ url: `/accounts/${id}`, as: test.operator })
    expect(reply.json()).toMatchObject({ account_id: id })
    expect(reply.json().views).toEqual({ stamps: { stamps: 7, pages: 2 } })
  })
})
