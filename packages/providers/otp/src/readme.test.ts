import { readFileSync } from 'node:fs'
import { SmtpOptions } from '@parakh/core/fields'
import { expect, it } from 'vitest'
import { OtpProvider } from './contract.ts'
import otp from './index.ts'
import { OtpSettings } from './settings.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
/** The first cells of the rows of the table that has this heading. */
function rowsOf(heading: string): string[] {
  const [, after = ''] = readme.split(`| ${heading}`)
  const [table = ''] = after.split('\n\n')
  return table
    .split('\n')
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''))
}

it('lists every endpoint at its mount', () => {
  const { endpoints, mount } = otp.definition
  expect(rowsOf('endpoint')).toEqual(endpoints.map(({ method, path }) => `${method} ${mount}${path}`))
})

it('lists every setting', () => {
  expect(rowsOf('setting')).toEqual([...Object.keys(OtpSettings.definition.schema.shape), 'mount'])
})

it('lists every option of smtp', () => {
  const { tls, ...parsed } = SmtpOptions.parse({ host: 'h', from: 'otp@acme.example', auth: { user: 'u', pass: 'p' } })
  const names = [
    ...Object.keys(parsed),
    ...Object.keys({ ca: '', servername: '', ...tls }).map((name) => `tls.${name}`),
  ]
  expect(rowsOf('option of `smtp`').sort()).toEqual(names.sort())
})

it('maps what the contract has', () => {
  const mapping = readme.slice(readme.indexOf('provider: http'))
  const used = [...mapping.matchAll(/input\.([a-z_]+)/g)].map(([, name]) => name ?? '')
  expect(used.length).toBeGreaterThan(2)
  for (const name of used) expect(Object.keys(OtpProvider.operations.send.input.shape)).toContain(name)
})
