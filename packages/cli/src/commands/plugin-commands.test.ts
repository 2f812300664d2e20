import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Workplace, workplaceWithAccount } from '../../test/workplace.ts'

const HEADER = 'BANK,IFSC,BRANCH,CENTRE,DISTRICT,STATE,ADDRESS,CONTACT,IMPS,RTGS,CITY,ISO3166,NEFT,MICR,UPI,SWIFT'
const ROW =
  'Kotak Mahindra Bank,KKBK0000261,A BRANCH,PUNE,PUNE,MAHARASHTRA,"1, MG ROAD",,true,true,PUNE,IN-MH,true,,true,'

let place: Workplace & { readonly account: string }
beforeEach(async () => {
  place = await workplaceWithAccount()
  await writeFile(join(place.folder, 'IFSC.csv'), `${HEADER}\n${ROW}\n`)
})
afterEach(() => place[Symbol.asyncDispose]())

it('runs a command that a plugin brings, and again changes nothing', async () => {
  const file = join(place.folder, 'IFSC.csv')
  const first = await place.parakh('ifsc', 'import', file, '--json')
  expect(first.err).toBe('')
  expect(first.json()).toMatchObject({ added: 1 })
  expect((await place.parakh('ifsc', 'import', file, '--json')).json()).toMatchObject({ added: 0, unchanged: 1 })
})

it('shows the help of a command that a plugin brings', async () => {
  const { code, out } = await place.parakh('ifsc', 'import', '--help')
  expect(code).toBe(0)
  expect(out).toContain('<file>')
  expect(out).toContain('--json')
})

it('takes a missing argument for wrong usage', async () => {
  expect(await place.parakh('ifsc', 'import', '--json')).toMatchObject({ code: 2, out: '' })
})

it('fails with 1 when the file is not there', async () => {
  expect(await place.parakh('ifsc', 'import', 'none.csv', '--json')).toMatchObject({ code: 1, out: '' })
})
