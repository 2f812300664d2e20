import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCli, testCliWithAccount } from '../../test/test-cli.ts'

const HEADER = 'BANK,IFSC,BRANCH,CENTRE,DISTRICT,STATE,ADDRESS,CONTACT,IMPS,RTGS,CITY,ISO3166,NEFT,MICR,UPI,SWIFT'
const ROW =
  'Kotak Mahindra Bank,KKBK0000261,A BRANCH,PUNE,PUNE,MAHARASHTRA,"1, MG ROAD",,true,true,PUNE,IN-MH,true,,true,'

let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount()
  await writeFile(join(cli.folder, 'IFSC.csv'), `${HEADER}\n${ROW}\n`)
})
afterEach(() => cli[Symbol.asyncDispose]())

it('runs a command that a plugin brings, and again changes nothing', async () => {
  const file = join(cli.folder, 'IFSC.csv')
  const first = await cli.parakh('ifsc', 'import', file, '--json')
  expect(first.err).toBe('')
  expect(first.json()).toMatchObject({ added: 1 })
  expect((await cli.parakh('ifsc', 'import', file, '--json')).json()).toMatchObject({ added: 0, unchanged: 1 })
})

it('shows the help of a command that a plugin brings', async () => {
  const { code, out } = await cli.parakh('ifsc', 'import', '--help')
  expect(code).toBe(0)
  expect(out).toContain('<file>')
  expect(out).toContain('--json')
})

it('takes a missing argument for wrong usage', async () => {
  expect(await cli.parakh('ifsc', 'import', '--json')).toMatchObject({ code: 2, out: '' })
})

it('fails with 1 when the file does not exist', async () => {
  expect(await cli.parakh('ifsc', 'import', 'none.csv', '--json')).toMatchObject({ code: 1, out: '' })
})

const SHOP = `
import { defineCommand, definePlugin } from '@parakh/core'
import * as z from 'zod'
const orders = [{ order_id: 'o-1', quantity: 2 }, { order_id: 'o-22', quantity: 10, courier: null }]
const list = (name, run) => defineCommand({ name, summary: name, args: z.object({}), needs: {}, run })
export default definePlugin({
  id: 'shop', contract: 1, endpoints: [],
  commands: [list('orders', async () => ({ orders })), list('none', async () => ({ orders: [] }))],
})
`

it('prints a list of objects as a table, and no table for an empty list', async () => {
  await using shop = await testCli(CONFIGURATION.replace("'@parakh/pan': {}", "'./shop.mjs': {}"))
  await writeFile(join(shop.folder, 'shop.mjs'), SHOP)
  expect(await shop.parakh('migrate')).toMatchObject({ code: 0 })
  const { out } = await shop.parakh('shop', 'orders')
  const [head, rule, ...rows] = out.trimEnd().split('\n')
  expect(head?.split(/ {2,}/)).toEqual(['Order id', 'Quantity', 'Courier'])
  expect(rule).toMatch(/^[─ ]+$/)
  expect(rows.map((row) => row.trim().split(/ {2,}/))).toEqual([
    ['o-1', '2'],
    ['o-22', '10'],
  ])
  expect((await shop.parakh('shop', 'none')).out).toBe('orders: none\n')
  expect((await shop.parakh('shop', 'orders', '--json')).json()).toMatchObject({ orders: [{ order_id: 'o-1' }, {}] })
})
