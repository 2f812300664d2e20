import { decorate, optional, type Service, service, token } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { Container } from './container.ts'

const A = token<{ name: string }>('test.a')
const B = token<{ name: string }>('test.b')

const start = (...services: Service[]) =>
  Container.start({ services: new Map(services.map((one) => [one.token.id, one])) })
const failing = async (start: Promise<unknown>): Promise<string> =>
  await start.then(
    () => 'started',
    (error: { code?: string; message: string }) => `${error.code} ${error.message}`,
  )

describe('the container', () => {
  it('builds in dependency order, whatever the order given, and awaits', async () => {
    const container = await start(
      service(B, { a: A }, async ({ a }) => ({ name: `b of ${a.name}` })),
      service(A, {}, async () => ({ name: 'a' })),
    )
    expect(container.get(B).name).toBe('b of a')
  })

  it('disposes in reverse, also when a start fails half-way', async () => {
    const order: string[] = []
    const disposable = (name: string) => ({ name, [Symbol.asyncDispose]: async () => void order.push(name) })
    const container = await start(
      service(A, {}, () => disposable('a')),
      service(B, { a: A }, () => disposable('b')),
    )
    await container.dispose()
    expect(order).toEqual(['b', 'a'])
    const broken = service(B, { a: A }, () => {
      throw new Error('no disk')
    })
    expect(
      await failing(
        start(
          service(A, {}, () => disposable('a again')),
          broken,
        ),
      ),
    ).toMatch(/^SERVICE_FAILED .*test\.b.*no disk/)
    expect(order).toEqual(['b', 'a', 'a again'])
  })

  it('wraps a service by its decorators, inner first, and disposes each layer once', async () => {
    const order: string[] = []
    const layer = (name: string) => ({ name, [Symbol.dispose]: () => void order.push(name) })
    const wrap = (id: string) =>
      decorate(A, { id, needs: { b: B }, wrap: (inner, { b }) => layer(`${id}(${inner.name}, ${b.name})`) })
    const same = decorate(A, { id: 'same', needs: {}, wrap: (inner) => inner })
    const services = [service(A, {}, () => layer('a')), service(B, {}, () => ({ name: 'b' }))]
    const container = await Container.start({
      services: new Map(services.map((one) => [one.token.id, one])),
      decorators: new Map([[A.id, [wrap('one'), same, wrap('two')]]]),
    })
    expect(container.get(A).name).toBe('two(one(a, b), b)')
    await container.dispose()
    expect(order).toEqual(['two(one(a, b), b)', 'one(a, b)', 'a'])
  })

  it('gives null for what may be absent, and is shared by no two servers', async () => {
    const reader = service(B, { a: optional(A) }, ({ a }) => ({ name: a === null ? 'none' : a.name }))
    const first = await start(reader)
    const second = await start(
      reader,
      service(A, {}, () => ({ name: 'a' })),
    )
    expect([first.get(B).name, second.get(B).name]).toEqual(['none', 'a'])
  })
})
