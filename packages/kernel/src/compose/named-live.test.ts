import { createTestHost } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { parcels } from '../../test/parcels.ts'

const entry = (of: object) => ({ ...carrier('first').source, ...of })
const faultsOf = async (...live: readonly object[]): Promise<readonly string[]> => {
  const made = createTestHost({ plugins: [parcels({ live: live.map(entry) })] })
  const refused: unknown = await made.then(
    ({ host }) => host.stop(),
    (error: unknown) => error,
  )
  if (typeof refused !== 'object' || refused === null || !('faults' in refused)) return []
  return (refused.faults as readonly { path: string; message: string }[]).map(
    ({ path, message }) => `${path} ${message}`,
  )
}

it('names a source by its entry, wherever it stands in the list, and by its place without a name', async () => {
  const { host } = await createTestHost({ plugins: [parcels({ live: [entry({ name: 'acme' }), entry({})] })] })
  const providers = host.endpoints.find(({ endpoint }) => endpoint.id === 'find-parcel')?.providers
  expect(providers).toEqual(['parcels/acme', 'parcels/first#1'])
  await host.stop()
})

it('refuses a name that is there twice or is none, costs without a name, and costs of what there is not', async () => {
  expect(await faultsOf({ name: 'acme', costs: { find: '0.20', 'send.status': 0.1 } }, { name: 'globex' })).toEqual([])
  expect(await faultsOf({ name: 'acme' }, { name: 'acme' })).toEqual([
    expect.stringContaining('plugins.parcels.live.1.name "acme" is the name of another entry of live'),
  ])
  expect(await faultsOf({ costs: { find: 1 } })).toEqual([
    expect.stringContaining('plugins.parcels.live.0.name is required beside costs and dailyCap'),
  ])
  expect(await faultsOf({ name: 'acme', costs: { fnd: 1, 'find.status': 1 } })).toEqual([
    expect.stringMatching(/^plugins.parcels.live.0.costs.fnd .*find, send, send.status/),
    expect.stringContaining('plugins.parcels.live.0.costs.find.status'),
  ])
  expect(await faultsOf({ dailyCap: 100 })).toEqual([
    expect.stringContaining('plugins.parcels.live.0.name is required beside costs and dailyCap'),
    expect.stringMatching(/^plugins.parcels.live.0.dailyCap .*daily cap.*@parakh\/resale/),
  ])
  expect(await faultsOf({ name: 'acme', dailyCap: 0 })).toEqual([
    expect.stringContaining('plugins.parcels.live.0.dailyCap'),
  ])
  expect(await faultsOf({ name: 'Acme Ltd' })).toEqual([
    expect.stringContaining('plugins.parcels.live.0.name must be lower-case letters'),
  ])
  expect(await faultsOf({ name: 'acme', costs: { find: '-1' } })).toEqual([
    expect.stringContaining('plugins.parcels.live.0.costs.find must be rupees'),
  ])
})
