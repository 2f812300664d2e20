import analytics from '@parakh/analytics'
import type { Operation } from '@parakh/core'
import documents from '@parakh/documents'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import type { OperationCaller } from '@parakh/kernel'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import { testIsolation } from '@parakh/testkit/suites'
import webhooks from '@parakh/webhooks'
import { adminForTest } from '../../test/admin-for-test.ts'
import { CHANGING, FIXED_PARTS, SUBJECTS, WITHIN_ACCOUNT } from '../../test/admin-subjects.ts'
import { orders } from '../../test/order-plugin.ts'

/** Every operation of a server with all features, over HTTP: bytes of a body would tell what a message hides. */
testIsolation('the admin API', async () => {
  const features = [plans(), funding(), invoicing(), resale(), documents(), webhooks(), analytics()]
  const test = await adminForTest({ plugins: [orders(), ...features] })
  const secrets = new Map<string, Promise<{ readonly secret: string }>>()
  const operatorsOnly: readonly string[] = test.host.scopes.filter((one) => one.for === 'operators').map(({ id }) => id)
  /** One credential for each account and set of scopes. An account's cannot even be made with a scope of operators. */
  const secretOf = async (as: OperationCaller): Promise<string> => {
    const accountId = 'operator' in as ? null : as.accountId
    const possible = as.scopes?.filter((id) => accountId === null || !operatorsOnly.includes(id))
    const scopes = possible?.length === 0 ? ['audit:read'] : possible
    const name = `${accountId} ${scopes ?? '*'}`
    const made = secrets.get(name) ?? test.credential(accountId, scopes)
    secrets.set(name, made)
    return (await made).secret
  }
  return {
    ...{ host: test.host, close: test.close, subjects: SUBJECTS, fixed: FIXED_PARTS, within: WITHIN_ACCOUNT },
    changing: CHANGING,
    async ask(operation: Operation, input, as) {
      const { method, path, parameters } = operation
      const url = parameters.reduce(
        (made, name) => made.replace(`{${name}}`, encodeURIComponent(`${input[name]}`)),
        `${path}`,
      )
      const rest = Object.entries(input).filter(([name]) => !parameters.includes(name))
      const hasBody = method !== 'GET' && method !== 'DELETE'
      const query = new URLSearchParams(
        hasBody ? [] : rest.map(([name, value]): [string, string] => [name, `${value}`]),
      )
      const body = hasBody && rest.length > 0 ? { body: Object.fromEntries(rest) } : {}
      const reply = await test.ask({ method, url: `${url}?${query}`, as: await secretOf(as), ...body })
      // Each request has an id of its own.
      return { ...reply, text: reply.text.replace(/^\{"request_id":"\w+",/, '{') }
    },
  }
})
