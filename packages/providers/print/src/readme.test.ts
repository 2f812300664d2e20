import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { expect, it } from 'vitest'
import { printShop } from '../test/print-shop.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The words of a command line, its quotes taken off and what follows a # left out. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/ #.*$/, '').matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

it('has an order that the sandbox takes as it is written, for what it says', async () => {
  const shop = await printShop('sandbox')
  const [, body = ''] = /place-order [^']*'[^']*' -d '([^']+)'/.exec(readme) ?? []
  const reply = await shop.host.call('place-order', JSON.parse(body), shop.keys.sandbox)
  expect(reply).toMatchObject({ status: 200, body: { meta: { charged: 100 }, data: { status: 'created' } } })
  expect(readme).toContain('It costs 100 rupees')
  await shop.host.stop()
})

it('has commands that take an order from its placing to the post, one after the other', async () => {
  const shop = await printShop()
  await shop.document('licence')
  const id = await shop.placed()
  const lines = readme.split('\n').filter((line) => line.startsWith('npx parakh print '))
  expect(lines.length).toBeGreaterThan(4)
  for (const line of lines) {
    const [, , , name = '', ...rest] = wordsOf(line.replace('ORDER_ID', id))
    const text = { type: 'string' } as const
    const options = { to: text, courier: text, tracking: text }
    const { positionals, values } = parseArgs({ args: rest, options, allowPositionals: true })
    await shop.command(name, { ...(positionals[0] === undefined ? {} : { id: positionals[0] }), ...values })
  }
  expect((await shop.get(id)).data).toMatchObject({ status: 'shipped', courier: 'India Post' })
  await shop.host.stop()
})
