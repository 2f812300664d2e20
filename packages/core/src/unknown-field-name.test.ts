import { expect, it } from 'vitest'
import { unknownFieldName } from './unknown-field-name.ts'

it.each(['pan_numbr', 'MobileNo', 'address_line2', 'x-y', 'क'])(
  'the name %s of an unknown field is repeated',
  (name) => {
    expect(unknownFieldName(name)).toBe(name)
  },
)

it.each(['ABCPE1234F', '234123412346', 'ASHA RAO', 'asha@people.example', 'MH12AB1234', 'XQA1234567'])(
  'the identity %s in place of a name is not',
  (name) => {
    expect(unknownFieldName(name)).toBe(`${name.slice(0, 2)}***`)
  },
)
