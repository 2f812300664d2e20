import { describe, expect, it } from 'vitest'
import { RetentionSchema } from './retention-section.ts'

const faults = (value: unknown) => {
  const { error } = RetentionSchema.safeParse(value)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

describe('the section retention', () => {
  it('defaults to 7 days for answers, 90 days for visible usage, 365 days for stored usage and 30 days for events', () => {
    expect(RetentionSchema.parse({})).toEqual({
      ...{ answerDays: 7, usageVisibleDays: 90, usageDays: 365, eventDays: 30, addresses: 'whole' },
    })
  })

  it('accepts days as numbers, and as text of an environment variable', () => {
    const given = { answerDays: '365', usageVisibleDays: 3_650, usageDays: '3650', eventDays: '365' }
    const days = { answerDays: 365, usageVisibleDays: 3_650, usageDays: 3_650, eventDays: 365 }
    expect(RetentionSchema.parse(given)).toMatchObject(days)
    expect(RetentionSchema.parse({ answerDays: 1, usageVisibleDays: 1, usageDays: 1 })).toMatchObject({ usageDays: 1 })
  })

  it.each([
    ['answerDays', 0, /1/],
    ['answerDays', 366, /365/],
    ['answerDays', 1.5, /int/],
    ['answerDays', 'a week', /number/],
    ['usageVisibleDays', -1, /1/],
    ['usageDays', 3_651, /3650/],
    ['usageDays', null, /number/],
    ['consentDays', 399, /400/],
    ['consentDays', 36_501, /36500/],
  ])('refuses %s: %s, with what is allowed', (name, value, allowed) => {
    expect(faults({ usageVisibleDays: 1, [name]: value })).toEqual({ [name]: expect.stringMatching(allowed) })
  })

  it('refuses to show what is dropped', () => {
    const message = expect.stringContaining('must not be more than usageDays')
    expect(faults({ usageVisibleDays: 181, usageDays: 180 })).toEqual({ usageVisibleDays: message })
    // A given value is compared with the default of the other.
    expect(faults({ usageDays: 89 })).toEqual({ usageVisibleDays: message })
    expect(faults({ usageVisibleDays: 180, usageDays: 180 })).toEqual({})
  })

  it('keeps records of consent without end unless told, and never shorter than calls that law asks to keep', () => {
    const message = expect.stringContaining('must not be less than the longest of erasure.keepDays')
    const erasure = { keepDays: { kyc: 1_825, other: 30 }, reason: 'PMLA' }
    expect(faults({ consentDays: 1_824, erasure })).toEqual({ consentDays: message })
    expect(faults({ consentDays: 1_825, erasure })).toEqual({})
    expect(faults({ erasure })).toEqual({})
  })

  it('refuses a name that it does not know', () => {
    expect(faults({ answersDays: 7 })).toEqual({ '': expect.stringContaining('answersDays') })
  })
})
