import { randomBytes } from 'node:crypto'
import { testKeyProvider } from '@parakh/testkit/suites'
import { expect, it } from 'vitest'
import { localKeyProvider } from './local-key-provider.ts'

const key = (id: string) => ({ id, value: randomBytes(32).toString('base64') })
const [older, newer] = [key('2025'), key('2026')]

testKeyProvider('in the memory of the process', async () => ({
  provider: localKeyProvider([older]),
  again: async () => localKeyProvider([older]),
  rotated: async () => localKeyProvider([newer, older]),
  mistaken: async () => localKeyProvider([{ ...newer, id: older.id }]),
  interrupt: async () => null,
}))

it.each([
  ['none', []],
  ['31 bytes', [{ id: 'a', value: randomBytes(31).toString('base64') }]],
  ['one id twice', [older, older]],
])('refuses %s as master keys', (_what, keys) => {
  expect(() => localKeyProvider(keys)).toThrow(expect.objectContaining({ code: 'MASTER_KEY_INVALID' }))
})
