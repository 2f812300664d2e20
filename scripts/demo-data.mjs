// What the account of `npm start` has, so that no page of its console is empty. All of it is made as its users make it: by operations, and
// by calls of the sandbox. So it is dated now: no call can be dated back.

/**
 * @typedef {import('./admin-client.mjs').AdminClient} AdminClient
 * @typedef {{ api_key: string, api_secret: string }} Key
 * @typedef {object} Entry A call of the sandbox's catalogue.
 * @property {string} endpoint
 * @property {'GET' | 'POST'} method
 * @property {string} path
 * @property {string | null} code
 * @property {{ query?: Record<string, string>, body?: object, headers?: Record<string, string> }} request
 * @typedef {object} Demo
 * @property {string} url
 * @property {string} account_id
 * @property {AdminClient} admin
 * @property {(person: { email: string, role: string }) => Promise<string>} inviteByLink Invites a person on the command line of the host, and
 *   returns the link, which starts a session.
 */

const PEOPLE = 'demo-lending.example'
/** The person of the link that `npm start` prints. */
export const OWNER = `asha@${PEOPLE}`
/** A host that never exists (RFC 2606): no event leaves this machine. */
const RECEIVER = {
  url: `https://events.${PEOPLE}/parakh`,
  description: 'Its host does not exist, so that a failure is seen',
}
/** A key of the sandbox may send 60 a minute. */
const MOST_CALLS = 55
const EVERY_THIRD = 3
const AT_ONCE = 8
const BRANCHES = ['KKBK0000261', 'HDFC0000001', 'SBIN0000300']

/** @param {Key} key */
export const credentials = (key) => ({ 'X-API-Key': key.api_key, 'X-API-Secret': key.api_secret })

/**
 * Fills an account. What a feature brings is left out where the feature is not listed.
 *
 * @param {Demo} demo
 * @returns {Promise<void>}
 */
export async function fillDemo(demo) {
  const { admin, account_id } = demo
  const sandbox = { account_id, environment: 'sandbox' }
  if (admin.has('webhooks.create')) await admin.run('webhooks.create', { ...sandbox, ...RECEIVER })
  await admin.run('kyc.submit', { account_id, documents: [{ kind: 'pan', reference: 'demo/pan.pdf' }] })
  await admin.run('kyc.approve', { account_id })
  await fillWallets(demo)
  const keys = [
    await admin.run('keys.create', { ...sandbox, label: 'Loan desk' }),
    await admin.run('keys.create', { ...sandbox, label: 'Branch office' }),
  ]
  const limits = { endpoints: ['bank-ifsc-details'], ip_ranges: ['203.0.113.0/24'], spend_cap_per_day: '500.00' }
  await admin.run('keys.create', { ...sandbox, label: 'Night batch', ...limits })
  const { key_id } = await admin.run('keys.create', { ...sandbox, label: 'Old server' })
  await admin.run('keys.revoke', { key_id })
  await makeCalls(demo, keys)
  await makeProductionCalls(demo)
  await fillTeam(demo)
}

/** @param {Demo} demo */
async function fillWallets({ admin, account_id }) {
  const sandbox = { account_id, environment: 'sandbox' }
  const production = { account_id, environment: 'production' }
  await admin.run('wallets.set-threshold', { ...production, amount: '5000.00' })
  if (!admin.has('funding.submit-transfer')) return
  for (const paid of [
    { ...sandbox, rail: 'imps', amount: '5000.00', utr: '432112345678' },
    { ...production, rail: 'neft', amount: '25000.00', utr: 'HDFCN52026112301' },
  ]) {
    const { funding_id } = await admin.run('funding.submit-transfer', paid)
    await admin.run('funding.approve', { funding_id })
  }
  await admin.run('funding.submit-transfer', { ...production, rail: 'imps', amount: '1200.00', utr: '432112345699' })
  if (admin.has('plans.subscribe')) await admin.run('plans.subscribe', { account_id, plan: 'starter' })
}

/**
 * Calls of the catalogue, and one that is refused.
 *
 * @param {Demo} demo
 * @param {readonly Key[]} keys
 */
async function makeCalls({ url }, keys) {
  /** @type {{ scenarios: Entry[] }} */
  const { scenarios } = await (await fetch(`${url}/sandbox/scenarios`)).json()
  const entries = chosen(scenarios).slice(0, MOST_CALLS * keys.length)
  /** @param {Entry} entry @param {number} place */
  const send = ({ method, path, request }, place) => {
    const key = keys[place % keys.length] ?? { api_key: '', api_secret: '' }
    const query = new URLSearchParams({ ...request.query, api_key: key.api_key })
    return fetch(`${url}${path}${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers: { ...credentials(key), ...request.headers, 'content-type': 'application/json' },
      ...(request.body ? { body: JSON.stringify(request.body) } : {}),
    })
  }
  for (let next = 0; next < entries.length; next += AT_ONCE)
    await Promise.all(entries.slice(next, next + AT_ONCE).map((entry, place) => send(entry, next + place)))
  const [key] = keys
  if (key) await fetch(`${url}/api/v1/bank-ifsc-details?ifsc=WRONG`, { headers: credentials(key) })
}

/**
 * Two answers of each endpoint, and of every third one also a call that is not answered, each time another one.
 *
 * @param {readonly Entry[]} entries
 */
function chosen(entries) {
  const endpoints = [...new Set(entries.map(({ endpoint }) => endpoint))]
  return endpoints.flatMap((id, place) => {
    const own = entries.filter(({ endpoint }) => endpoint === id)
    const answered = own.filter(({ code }) => code === null)
    const others = own.filter(({ code }) => code !== null && code !== 'RATE_LIMIT_EXCEEDED')
    const other = place % EVERY_THIRD === 0 ? others[(place / EVERY_THIRD) % others.length] : undefined
    return [...answered.slice(0, 2), ...(other ? [other] : [])]
  })
}

/**
 * Bank branches are the one lookup that answers in production without a source of the deployer's.
 *
 * @param {Demo} demo
 */
async function makeProductionCalls({ url, admin, account_id }) {
  const key = await admin.run('keys.create', { account_id, environment: 'production', label: 'Live loans' })
  for (const ifsc of BRANCHES)
    await fetch(`${url}/api/v1/bank-ifsc-details?ifsc=${ifsc}`, { headers: credentials(key) })
}

/** @param {Demo} demo */
async function fillTeam({ url, admin, account_id, inviteByLink }) {
  if (!admin.has('people.invite')) return
  const invited = { account_id, production: true, show_link: true }
  await admin.run('people.invite', { ...invited, role: 'billing', email: `meera@${PEOPLE}` })
  const own = { 'sec-fetch-site': 'same-origin', 'x-console-page': '1', 'content-type': 'application/json' }
  /** @param {string} path @param {object} body @param {Record<string, string>} [more] */
  const post = (path, body, more) =>
    fetch(`${url}/console${path}`, { method: 'POST', headers: { ...own, ...more }, body: JSON.stringify(body) })
  for (const { email, role, name } of [
    { email: OWNER, role: 'owner', name: 'Asha Rao' },
    { email: `ravi@${PEOPLE}`, role: 'developer', name: 'Ravi Iyer' },
  ]) {
    const link = await inviteByLink({ email, role })
    const accepted = await post('/invitation/accept', { token: link.split('#')[1], name })
    const [cookie] = (accepted.headers.get('set-cookie') ?? '').split(';')
    await post('/sign-out', {}, { cookie: cookie ?? '' })
  }
}
