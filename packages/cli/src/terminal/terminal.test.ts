import { afterEach, beforeEach, expect, it } from 'vitest'
import { processTerminal } from './terminal.ts'

let before: readonly unknown[]
beforeEach(() => {
  before = process.stdout.listeners('error')
})
afterEach(() => {
  for (const listener of process.stdout.listeners('error'))
    if (!before.includes(listener)) process.stdout.off('error', listener as (error: Error) => void)
})
const fail = (code: string) => () => process.stdout.emit('error', Object.assign(new Error(code), { code }))

it('a reader that has read enough (`parakh audit list | head`) does not end a command halfway', () => {
  processTerminal()
  expect(fail('EPIPE')).not.toThrow()
  expect(fail('EIO')).toThrow('EIO')
})
