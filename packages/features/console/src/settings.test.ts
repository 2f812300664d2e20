import { isParakhError } from '@parakh/core'
import { checkConfig } from '@parakh/server'
import { expect, it } from 'vitest'
import consolePlugin from './plugin.ts'

const SECRET = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
const SSO = { name: 'Google', clientId: 'id', clientSecret: SECRET, domains: ['acme.example'] }

/** The paths and messages of all faults. */
async function faultsOf(
  options: Parameters<typeof consolePlugin>[0],
  mail?: { readonly host: string; readonly from: string },
): Promise<readonly string[]> {
  const given = {
    database: { client: 'sqlite3', filename: 'acme.db' } as const,
    secrets: { pepper: SECRET, masterKey: SECRET, jwtKeys: SECRET },
    plugins: [consolePlugin(options)],
    ...(mail === undefined ? {} : { mail }),
  }
  const error: unknown = await checkConfig(given).catch((thrown: unknown) => thrown)
  return isParakhError(error) ? error.faults.map(({ path, message }) => `${path}: ${message}`) : []
}

it('an issuer that is no address is a fault of its own', async () => {
  const found = await faultsOf({ sso: { google: { ...SSO, issuer: 'accounts.google.com' } } })
  expect(found).toEqual([expect.stringMatching(/sso\.google\.issuer: must be an address such as https:/)])
})

it('mail is missing only where the section is: one with a fault is told once', async () => {
  expect(await faultsOf({ signUp: 'open' })).toEqual([expect.stringContaining('Allowed: the section mail')])
  expect(await faultsOf({ signUp: 'open' }, { host: 'smtp.acme.example', from: 'acme' })).toEqual([
    'mail.from: must be an address, or a name and an address: Acme Verify <no-reply@acme.example>',
  ])
})
