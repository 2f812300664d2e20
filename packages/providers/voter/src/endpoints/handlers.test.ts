import type { Endpoint } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { CARDS } from '../fixtures.ts'
import { OLD_CARD_WARNING, voterMobileLink } from './voter-mobile-link.ts'

const endpoint = voterMobileLink as Endpoint
const call = { reference: 'ref-1' }

/** Runs the handler against one record of its provider; gives its data, checked, or the code of its refusal. */
async function ask(record: object | null, request: object = CARDS.asha): Promise<unknown> {
  const context = {
    request,
    call,
    provider: { linkMobile: async () => record },
    answer: (data: object) => endpoint.data.strict().parse(data),
    fail: (code: string) => {
      expect(Object.keys(endpoint.errors)).toContain(code)
      return code
    },
  }
  return endpoint.handle(context as never)
}
const update = async (record: object) =>
  endpoint.asyncResult?.update({
    record,
    request: CARDS.asha,
    call,
    now: (state: string, data: object) => ({ state, data }),
  } as never)

describe('voter-mobile-link', () => {
  const { epic } = CARDS.asha

  it.each(['pending', 'completed'])('answers the input and the reference where the request is %s', async (state) => {
    expect(await ask({ epic, state })).toEqual({ ...CARDS.asha, ref_id: 'ref-1' })
  })
  it('warns of a card number of an old format', async () => {
    const { old } = CARDS
    const data = await ask({ epic: old.epic, state: 'pending' }, old)
    expect(data).toEqual({ ...old, ref_id: 'ref-1', warning: OLD_CARD_WARNING })
  })
  it('says no where the source does not take the request', async () => {
    expect(await ask(null)).toBe('REQUEST_FAILED')
    expect(await ask({ epic, state: 'failed' })).toBe('REQUEST_FAILED')
    expect(endpoint.errors['REQUEST_FAILED']?.message).toBe('request failed')
  })
  it.each(['completed', 'failed'])('passes on that the request is %s, by its reference', async (state) => {
    const told = { state, data: { ref_id: 'ref-1', state } }
    expect(await update({ epic, state })).toEqual(told)
    expect(await update({ epic: null, state })).toEqual(told)
  })
  it('reports nothing while the request is pending', async () => {
    expect(await update({ epic, state: 'pending' })).toBeNull()
    expect(await update({ epic: null, state: 'pending' })).toBeNull()
  })
})
