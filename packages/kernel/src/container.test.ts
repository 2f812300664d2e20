import { service, token } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { Container } from './container.ts'

const A = token<{ name: string }>('test.a')
const B = token<{ name: string }>('test.b')

const failing = async (start: Promise<unknown>): Promise<string> =>
  await start.then(
    () => 'started',
    (error: { code?: string; message: string }) => `${error.code} ${error.message}`,
  )

describe('the container', () => {
  it('builds in dependency order, whatever the order given, and awaits', async () => {
    const container = await Container.start([
      service(B, { a: A }, async ({ a }) => ({ name: `b of ${a.name}` })),
      service(A, {}, async () => ({ name: 'a' })),
    ])
    expect(container.get(B).name).toBe('b of a')
  })

  it('disposes in reverse, also when a start fails half-way', async () => {
    const order: string[] = []
    const disposable = (name: string) => ({ name, [Symbol.asyncDispose]: async () => void order.push(name) })
    const container = await Container.start([
      service(A, {}, () => disposable('a')),
      service(B, { a: A }, () => disposable('b')),
    ])
    await container.dispose()
    expect(order).toEqual(['b', 'a'])
    const broken = service(B, { a: A }, () => {
      throw new Error('no disk')
    })
    expect(await failing(Container.start([service(A, {}, () => disposable('a again')), broken]))).toMatch(
      /^SERVICE_FAILED .*test\.b.*no disk/,
    )
    expect(order).toEqual(['b', 'a', 'a again'])
  })

  it('names what is missing, twice there, or in a circle', async () => {
    const needsB = service(A, { b: B }, () => ({ name: 'a' }))
    expect(await failing(Container.start([needsB]))).toMatch(/^SERVICE_MISSING .*test\.b.*test\.a/)
    const one = service(A, {}, () => ({ name: 'a' }))
    expect(await failing(Container.start([one, one]))).toMatch(/^SERVICE_DUPLICATE .*test\.a/)
    const circle = service(B, { a: A }, () => ({ name: 'b' }))
    expect(await failing(Container.start([needsB, circle]))).toMatch(/^SERVICE_CYCLE .*test\.a -> test\.b -> test\.a/)
  })

  it('replaces a default only where the host says so, and shares nothing between two servers', async () => {
    const one = service(A, {}, () => ({ name: 'default' }))
    const first = await Container.start([one], [service(A, {}, () => ({ name: 'mine' }))])
    const second = await Container.start([one])
    expect([first.get(A).name, second.get(A).name]).toEqual(['mine', 'default'])
  })
})
