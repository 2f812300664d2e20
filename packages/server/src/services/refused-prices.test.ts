import { definePlugin, inr, PriceRules, priceOf } from '@parakh/core'
import resale from '@parakh/resale'
import { afterEach, describe, expect, it } from 'vitest'
import { linesForTest } from '../../test/lines-for-test.ts'
import { lookup } from '../../test/lookup-plugin.ts'
import { serverForTest } from '../../test/server-for-test.ts'
import { allowedFacts } from './allowed-facts.ts'

/** A rule that makes 0.625 of 0.50 rupees, and one that leaves it so. */
const surcharge = () =>
  definePlugin({
    id: 'surcharge',
    contract: 1,
    contributes: [
      PriceRules.contribute({
        id: 'peak',
        needs: {},
        make: () => ({
          phase: 'adjust',
          adjust: (_, price) => ({ price: priceOf(price * 1.25), label: 'peak +25 %' }),
        }),
      }),
      PriceRules.contribute({
        id: 'later',
        needs: {},
        after: ['surcharge/peak'],
        make: () => ({ phase: 'adjust', adjust: (_, price) => ({ price: priceOf(price + 20_000), label: 'later' }) }),
      }),
    ],
  })()
const message =
  'The price of "lookup" is 0.625 INR by the rule surcharge/peak ("peak +25 %"). Allowed: whole paise from zero; wholePaise(…) of @parakh/core rounds'

describe('a rule whose price is no whole paise', () => {
  const { openLine, end } = linesForTest()
  afterEach(end)

  it('is named in the log of the call, which charges nothing', async () => {
    const { server, app, logger, store, account, sandbox } = await serverForTest({
      plugins: [lookup(), surcharge()],
    })
    const { headers } = sandbox
    const reply = await app.inject({ method: 'GET', url: '/api/v1/lookup?code=AA00', headers })
    expect(reply.json()).toMatchObject({ error: { code: 'INTERNAL_ERROR' }, meta: { charged: 0 } })
    const facts = { endpoint: 'lookup', code: 'PRICE_INVALID', rule: 'surcharge/peak', message }
    expect(logger.of('call.price_refused')).toMatchObject([{ level: 'error', facts }])
    // What is written to the log is not cut off.
    expect(allowedFacts(facts)).toEqual(facts)
    expect((await store.wallet.balance(account.id, 'sandbox')).balance).toBe(inr('100'))
    await server.close()
  })

  it('is named where its quote is explained, which is refused alike', async () => {
    const line = await openLine('sqlite3', { plugins: [lookup(), resale(), surcharge()] })
    await expect(line.quote('lookup')).rejects.toMatchObject({ code: 'PRICE_INVALID', message })
    expect(await line.call('lookup')).toMatchObject({ status: 500 })
  })
})
