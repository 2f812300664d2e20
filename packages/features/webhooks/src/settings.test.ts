import { describe, expect, it } from 'vitest'
import { WebhookSettings } from './settings.ts'

const { schema } = WebhookSettings.definition

const messageOf = (given: object): string => schema.safeParse(given).error?.issues[0]?.message ?? ''

describe('the options of webhooks', () => {
  it('has the published schedule, and allows nothing that is not public', () => {
    expect(schema.parse({})).toEqual({
      ...{ allowInsecure: false, allowTargets: [], timeoutSeconds: 15 },
      schedule: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
    })
  })

  it('takes delays as seconds or with a unit, and flags and numbers as text', () => {
    const given = { schedule: [0, '5s', '5m', '2h', '1d', '30'], allowInsecure: 'true', timeoutSeconds: '10' }
    expect(schema.parse(given)).toMatchObject({
      ...{ schedule: [0, 5, 300, 7_200, 86_400, 30], allowInsecure: true, timeoutSeconds: 10 },
    })
  })

  it.each([
    [{ schedule: [] }, /too small/i],
    [{ schedule: ['8d'] }, /at most 7 days/],
    [{ allowTargets: ['10.0.0.0/33'] }, /range such as/],
    [{ allowTargets: ['hooks.example.in'] }, /range such as/],
    [{ timeoutSeconds: 121 }, /120/],
    [{ allowEverything: true }, /unrecognized/i],
  ])('refuses %j', (given, message) => {
    expect(messageOf(given)).toMatch(message)
  })
})
