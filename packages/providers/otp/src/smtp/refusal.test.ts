import { describe, expect, it } from 'vitest'
import { readTrouble } from './refusal.ts'

const reply = (command: string, response: string) => ({
  ...{ command, response, code: 'EENVELOPE' },
  responseCode: Number(response.slice(0, 3)),
})
const read = (thrown: unknown, textBegan = false) => {
  const { error } = readTrouble(thrown, textBegan)
  return error && [error.trouble, error.sent]
}

describe('readTrouble', () => {
  it.each(['550 no', '551 no', '552 5.2.2 full', '553 no', '554 no', '556 no', '521 no', '550-5.1.1 no\n550 5.1.1 no'])(
    'takes %j of the recipient as a definite no',
    (text) => {
      expect(read(reply('RCPT TO', text))).toBeNull()
      expect(read(reply('DATA', text), true)).toBeNull()
      expect(read(reply('MAIL FROM', text))).toEqual(['denied', false])
      expect(read(reply('AUTH PLAIN', text))).toEqual(['denied', false])
    },
  )

  it.each(['530 5.7.0 log in', '550 5.7.1 blocked', '554-5.7.1 blocked\n554 5.7.1 again'])(
    'takes %j as a refusal of us',
    (text) => expect(read(reply('RCPT TO', text))).toEqual(['denied', false]),
  )

  it.each(['500 no', '501 no'])('takes %j as what another try would not mend', (text) =>
    expect(read(reply('RCPT TO', text))).toEqual(['unprocessable', false]),
  )

  it.each(['421 closing', '450 4.2.1 busy', '451 4.7.1 greylisted', '452 full', '503 sequence'])(
    'takes %j as not now, also after the text: the host has not taken it over',
    (text) => {
      expect(read(reply('RCPT TO', text))).toEqual(['throttled', false])
      expect(read(reply('DATA', text), true)).toEqual(['throttled', false])
    },
  )

  it.each([
    [{ code: 'ECONNECTION', command: 'CONN' }],
    [{ code: 'ETIMEDOUT', command: 'CONN' }],
    [{ code: 'ECONNECTION', command: 'CONN', response: '554 unfinished', responseCode: 554 }],
    [new Error('aborted')],
    [new DOMException('aborted', 'AbortError')],
    [undefined],
    ['text'],
  ])('takes %j as a connection that ended, where all depends on whether the text had begun', (thrown) => {
    expect(read(thrown, false)).toEqual(['unavailable', false])
    expect(read(thrown, true)).toEqual(['unavailable', true])
  })

  it('keeps what a host says to itself', () => {
    const { error, ...facts } = readTrouble(reply('RCPT TO', '451 <asha@example.com> later'), false)
    expect(`${error?.stack}${String(error?.cause)}${JSON.stringify(facts)}`).not.toContain('asha')
  })
})
