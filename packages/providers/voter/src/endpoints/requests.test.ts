import { describe, expect, it } from 'vitest'
import { CARDS } from '../fixtures.ts'
import { MobileLinkUpdated, voterMobileLink } from './voter-mobile-link.ts'

const GOOD = { epic: 'ABC1234566', mobile: '9876543210' }
const parse = (change: object) => voterMobileLink.request.safeParse({ ...GOOD, ...change })

describe('the request of voter-mobile-link', () => {
  it.each([{}, { epic: ' abc1234566 ' }])('takes a card of the current format: %o', (change) => {
    expect(parse(change).data).toEqual(GOOD)
  })
  it.each(['UP/80/398/0123456', 'MT/9/50/1', 'WB/14/087/123456'])('takes the old card number %s as it is', (epic) => {
    expect(parse({ epic }).data).toEqual({ ...GOOD, epic })
  })
  it.each<[field: string, value: unknown, message: RegExp]>([
    ['epic', 'ABC1234567', /check digit/],
    ['epic', 'ABC123456', /UP\/12\/345\/012345/],
    ['epic', 'AB1234566', /seven digits/],
    ['epic', 'UP/80/398', /old number/],
    ['epic', 'UP/80/398/12345678', /old number/],
    ['epic', 'U1/80/398/123456', /old number/],
    ['epic', undefined, /string/],
    ['mobile', '5876543210', /6 to 9/],
    ['mobile', '987654321', /ten digits/],
    ['mobile', '+919876543210', /ten digits/],
    ['mobile', undefined, /string/],
  ])('refuses %s = %s, and says what is allowed', (field, value, message) => {
    const { issues = [] } = parse({ [field]: value }).error ?? {}
    expect(issues.map(({ path }) => path)).toEqual([[field]])
    expect(issues[0]?.message).toMatch(message)
  })
})

describe('the event of voter-mobile-link', () => {
  it('has room for the reference and the state alone', () => {
    const told = { ref_id: 'ref', state: 'completed' }
    expect(MobileLinkUpdated.definition.data.parse({ ...told, ...GOOD })).toEqual(told)
  })
})

describe('the cards of the sandbox', () => {
  it('cannot exist', () => {
    for (const card of Object.values(CARDS)) {
      expect(card.epic).toMatch(/^XX/)
      expect(card.mobile).toMatch(/^0/)
      if (card !== CARDS.old) expect(parse({ epic: card.epic }).error?.issues[0]?.message).toMatch(/check digit/)
    }
  })
})
