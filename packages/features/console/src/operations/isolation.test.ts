import type { MakeSubject } from '@parakh/testkit'
import { testIsolation } from '@parakh/testkit/suites'
import { adminForTest } from '../../../../../test/server.ts'
import consolePlugin from '../index.ts'
import { ConsoleParts } from '../people/console-parts.ts'
import { addMembership, personOf } from '../people/memberships.ts'

let made = 0
/** A person with a role in an account, and one who is invited there. */
const subjects: Readonly<Record<string, MakeSubject>> = {
  async membership_id(host, { accountId }) {
    const parts = host.get(ConsoleParts)
    made += 1
    return await parts.tables.transaction(function* (tx) {
      const { id: personId } = yield* personOf(tx, parts, { email: `p${made}@acme.example`, name: 'Asha' })
      return yield* addMembership(tx, parts, { personId, accountId, role: 'viewer', production: false })
    })
  },
  async invitation_id(host, { accountId }) {
    made += 1
    const input = { email: `i${made}@acme.example`, role: 'viewer', account_id: accountId }
    const answer: unknown = await host.run('people.invite', input, { operator: 'test' })
    return String(Object(answer).invitation_id)
  },
}

testIsolation('console', async () => {
  const { host, close } = await adminForTest({ plugins: [consolePlugin()] })
  return {
    ...{ host, close, of: ['console'], subjects },
    fixed: {
      session_id: '01M84XQQ5AWTJ861P5G1NQ3WVZ',
      passkey_id: '01M84XQQ5AWTJ861P5G1NQ3WVZ',
      token_id: '01M84XQQ5AWTJ861P5G1NQ3WVZ',
    },
    inputs: {
      'people.invite': { email: 'new@acme.example', role: 'viewer' },
      'portal-links.create': { role: 'viewer', person_ref: 'u-1' },
      'people.change': { role: 'developer' },
    },
  }
})
