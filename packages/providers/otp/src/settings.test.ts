import { describe, expect, it } from 'vitest'
import { compose, OtpSettings } from './settings.ts'

const { schema } = OtpSettings.definition

describe('the settings', () => {
  it('have the published times and tries', () => {
    expect(schema.parse({})).toMatchObject({ expiresIn: 300, resendAfter: 30, attempts: 5 })
  })

  it.each([
    [{ expiresIn: 59 }],
    [{ expiresIn: 3_601 }],
    [{ resendAfter: 0 }],
    [{ attempts: 0 }],
    [{ attempts: 11 }],
    [{ brand: '' }],
    [{ brand: 'Acme\r\nBcc: eve@example.com' }],
    [{ subject: 'Two\nlines' }],
    [{ subject: '{{secret}}' }],
    [{ text: 'without one' }],
    [{ text: '{{code}} {{ email }}' }],
  ])('refuse %j, and name the field', (given) => {
    const parsed = schema.safeParse(given)
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([Object.keys(given)[0]])
  })

  it.each([
    [60, '1 minute'],
    [90, '90 seconds'],
    [300, '5 minutes'],
    [3_600, '60 minutes'],
  ])('say %i seconds as %s', (expiresIn, words) => {
    const settings = schema.parse({ expiresIn, text: '{{code}}: {{duration}}' })
    expect(compose(settings, { code: '012345', sender: 'Acme' }).text).toBe(`012345: ${words}`)
  })

  it('come from the brand of the server unless another sender is named', () => {
    const subject = (brand?: string) => compose(schema.parse({ brand }), { code: '012345', sender: 'Acme' }).subject
    expect([subject(), subject('Acme Codes')]).toEqual([
      'Your one-time password for Acme',
      'Your one-time password for Acme Codes',
    ])
  })

  it('fill a placeholder as often as it stands, and read nothing in what they fill in', () => {
    const settings = schema.parse({
      brand: '{{code}} $& $1',
      subject: '{{brand}}',
      text: '{{ code }} {{code}} {{brand}}',
    })
    expect(compose(settings, { code: '012345', sender: 'Acme' })).toEqual({
      subject: '{{code}} $& $1',
      text: '012345 012345 {{code}} $& $1',
    })
  })
})
