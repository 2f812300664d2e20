import type { HostedEndpoint, ScenarioEntry } from '@parakh/kernel'

/** Required fields of every response, success or error. */
function expectedFields({ envelope }: HostedEndpoint, success: boolean): readonly string[] {
  const schema = success ? envelope.success : envelope.failure
  return Object.entries(schema.shape)
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name]) => name)
}

/** Whether an error in the envelope has its code somewhere. */
const showsCode = ({ envelope }: HostedEndpoint, code: string): boolean =>
  JSON.stringify(envelope.fault({ outcome: 'refused', status: 400, code, message: '', requestId: '' }).body).includes(
    JSON.stringify(code),
  )

/** The assertions for every response. */
export const ALWAYS: readonly string[] = [
  "pm.test('is JSON', () => pm.expect(pm.response.headers.get('Content-Type')).to.include('application/json'))",
  "pm.test('echoes the idempotency key', () => pm.expect(pm.response.headers.get('Idempotency-Key')).to.eql(pm.request.headers.get('Idempotency-Key')))",
]

/**
 * The assertions of a request: the sandbox's promised response.
 *
 * @param entry The sandbox branch.
 */
export function testScript(hosted: HostedEndpoint, entry: Pick<ScenarioEntry, 'status' | 'code'>): readonly string[] {
  const fields = JSON.stringify(expectedFields(hosted, entry.status === 200))
  const code = entry.code === null || !showsCode(hosted, entry.code) ? [] : [assertCode(entry.code)]
  return [
    `pm.test('status is ${entry.status}', () => pm.response.to.have.status(${entry.status}))`,
    ...ALWAYS,
    `pm.test('has the fields of the envelope', () => pm.expect(pm.response.json()).to.include.all.keys(${fields}))`,
    ...code,
  ]
}

const assertCode = (code: string): string =>
  `pm.test('has the code ${code}', () => pm.expect(pm.response.text()).to.include(${JSON.stringify(JSON.stringify(code))}))`
