import { HostCatalogue, inr, OfferedEndpoints } from '@parakh/core'
import { createTestHost, storeServices } from '@parakh/testkit'
import { expect, it, vi } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { parcels } from '../../test/parcels.ts'

it('an endpoint that is switched off is nowhere, and the result of an earlier call of it is asked for all the same', async () => {
  const upstream = carrier()
  const plugins = [parcels({ live: upstream.source })]
  const before = await createTestHost({ plugins, funds: inr('100') })
  const { store, clock } = before
  const sent = await before.host.call('send-parcels', { to: 'Delhi', count: 2 }, before.keys.production)
  expect(sent.status).toBe(200)
  await before.host.stop()

  const settings = { switchedOff: ['send-parcels'] }
  const overrides = storeServices(store)
  const { host, keys } = await createTestHost({ plugins, clock, settings, overrides, funds: inr('100') })
  expect(host.endpoints.map(({ endpoint }) => endpoint.id)).not.toContain('send-parcels')
  expect(host.get(OfferedEndpoints).map(({ id }) => id)).not.toContain('send-parcels')
  expect([...host.get(HostCatalogue).sold.keys()]).not.toContain('send-parcels')
  const published = await host.published()
  expect(published.endpoints.map(({ endpoint }) => endpoint.id)).not.toContain('send-parcels')
  expect(published.endpoints.length).toBeGreaterThan(1)
  const again = await host.call('send-parcels', { to: 'Delhi', count: 2 }, keys.production)
  expect(again).toMatchObject({ status: 404, code: 'UNKNOWN_ENDPOINT' })

  upstream.state.status = 'delivered'
  await host.start()
  clock.advance(61_000)
  await vi.waitFor(() => expect(upstream.state.statusAsked).toBe(1), { timeout: 60_000 })
  await host.stop()
})
