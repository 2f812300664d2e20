import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choose, enterInvitation, type Journeys, openJourneys, press, pressIn } from '../../../test/journey.ts'
import { buttonsOf, go, pagesOf, READS, refusedOn } from '../../../test/menu-walk.ts'

const FULL = process.env['PARAKH_FULL'] === '1'
const ROLES = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const
type Role = (typeof ROLES)[number]

/** By name and address: what a role has no page of. A page that is not listed is for everybody. */
const NOT_FOR: Readonly<Record<Role, readonly (readonly [name: string, path: string])[]>> = {
  owner: [],
  admin: [],
  developer: [
    ['Invoices', 'invoices'],
    ['Team', 'team'],
    ['Audit log', 'audit'],
  ],
  billing: [
    ['Try it', 'try'],
    ['Team', 'team'],
    ['Audit log', 'audit'],
  ],
  viewer: [
    ['Try it', 'try'],
    ['Invoices', 'invoices'],
    ['Team', 'team'],
    ['Audit log', 'audit'],
  ],
}
/** A button of each page that changes something, and who has it. */
const CHANGES: readonly (readonly [page: string, button: RegExp, roles: readonly Role[]])[] = [
  ['Try it', /^Send call$/, ['owner', 'admin', 'developer']],
  ['API keys', /^Create key$/, ['owner', 'admin', 'developer']],
  ['API keys', /^Actions: Loan desk$/, ['owner', 'admin', 'developer']],
  ['Webhooks', /^Create webhook endpoint$/, ['owner', 'admin', 'developer']],
  ['Plan', /^Choose Starter$/, ['owner', 'admin', 'billing']],
  ['Team', /^Invite a person$/, ['owner', 'admin']],
]

describe('what each role sees and may do', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
    await journeys.demo.fill()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  for (const role of ROLES)
    it.runIf(FULL || ['owner', 'developer', 'viewer'].includes(role))(
      `${role}: the menu has the pages of the role, each opens after any other, is refused nothing and has the buttons of the role alone`,
      async () => {
        const { demo, signedIn } = journeys
        const { page, context, faults } = await signedIn(role)
        const refused = refusedOn(page)
        const names = await pagesOf(page)
        for (const [name] of NOT_FOR[role]) expect(names).not.toContain(name)
        const found: Record<string, readonly string[]> = { Home: await buttonsOf(page) }
        for (const name of names.slice(1)) {
          await go(page, name)
          found[name] = await buttonsOf(page)
        }
        for (const [name, button, roles] of CHANGES)
          expect([name, (found[name] ?? []).some((one) => button.test(one))]).toEqual([name, roles.includes(role)])
        if (role === 'viewer') {
          const others = Object.entries(found).filter(([name]) => name !== 'Security')
          expect(others.flatMap(([, buttons]) => buttons.filter((one) => !READS.test(one)))).toEqual([])
        }
        // The address of a page that is not in the menu leads nowhere.
        for (const [, path] of FULL || role === 'viewer' ? NOT_FOR[role] : []) {
          await page.goto(`${demo.url}/console/${path}`)
          await page.getByText('This page is not here').waitFor()
        }
        expect([...refused, ...faults.found]).toEqual([])
        await context.close()
      },
    )

  it('a developer without production changes nothing there', async () => {
    const { demo, open } = journeys
    const { page, context } = await open()
    await page.goto(await demo.linkFor({ email: 'sandbox-only@acme.example', role: 'developer', production: false }))
    await press(page, 'Accept the invitation')
    await page.getByRole('heading', { level: 1, name: /Home|Welcome/ }).waitFor()
    await page.goto(`${demo.url}/console/keys?environment=production`)
    await page.getByText('No keys yet').waitFor()
    expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0)
    await page.goto(`${demo.url}/console/keys`)
    await press(page, 'Actions: Loan desk')
    await page.getByRole('menuitem', { name: 'Rotate secret' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Copy to production' }).count()).toBe(0)
    await context.close()
  })

  it('a person who is signed in accepts an invitation of another account, and one who is not signs in first', async () => {
    const { demo, open } = journeys
    const email = 'both@acme.example'
    const { accountId } = await demo.newAccount('Third Lending')
    await demo.run('people.invite', { email, role: 'viewer', account_id: demo.accountId })
    const { page, context, faults } = await open()
    await enterInvitation(demo, page, { email, name: 'Both Sides' })
    await page.getByRole('heading', { level: 1, name: /Home|Welcome/ }).waitFor()
    await demo.run('people.invite', { email, role: 'viewer', account_id: accountId })
    const other = await open()
    await enterInvitation(demo, other.page, { email })
    // The code signs in; the role waits for the button.
    await other.page.getByRole('button', { name: 'Accept the invitation' }).waitFor()
    await other.context.close()
    const another = await open()
    await another.page.goto(await demo.invitationFor(email))
    await another.page.getByRole('link', { name: 'Sign in another way' }).click()
    await another.page.getByLabel('E-mail address').fill(email)
    const before = demo.mailsTo(email)
    await press(another.page, 'Send me a code')
    await another.page.getByLabel('Code').fill(await demo.codeFor(email, before))
    await press(another.page, 'Sign in')
    await another.page.getByRole('heading', { name: 'Join Third Lending' }).waitFor()
    expect(another.page.url()).not.toContain('inv_')
    await another.context.close()
    await page.goto(await demo.invitationFor(email))
    await press(page, 'Accept the invitation')
    await page.getByRole('heading', { level: 1, name: /Home|Welcome/ }).waitFor()
    const { items } = Object(await demo.run('people.list', { email }))
    expect(items).toHaveLength(2)
    expect([...faults.found, ...another.faults.found]).toEqual([])
    await context.close()
  })

  it('a person is invited, joins with the mailed code, gets another role, and is removed; the last owner stays', async () => {
    const { demo, open } = journeys
    const { accountId } = await demo.newAccount('Second Lending')
    const owner = await open()
    await owner.page.goto(await demo.linkFor({ email: 'only@second.example', role: 'owner', accountId }))
    await owner.page.getByLabel('Your name').fill('Only Owner')
    await press(owner.page, 'Accept the invitation')
    await owner.page.getByRole('heading', { name: 'Welcome, Only Owner' }).waitFor()
    await go(owner.page, 'Team')
    await owner.page.getByText('Sees keys, usage, wallet and plan. Cannot change anything.').waitFor()
    const invite = async (email: string) => {
      await press(owner.page, 'Invite a person')
      await owner.page.getByRole('dialog').getByLabel('E-mail address').fill(email)
      await pressIn(owner.page, 'Invite a person')
      await owner.page.getByText(`We sent an invitation to ${email}.`).waitFor()
    }
    await invite('wrong@second.example')
    await press(owner.page, 'Revoke the invitation of wrong@second.example')
    await pressIn(owner.page, 'Revoke')
    await owner.page.getByRole('cell', { name: 'wrong@second.example', exact: true }).waitFor({ state: 'detached' })
    await invite('dev@second.example')

    const person = await open()
    await person.page.goto(await demo.invitationFor('wrong@second.example'))
    await person.page.getByText('This invitation is not valid').waitFor()
    await enterInvitation(demo, person.page, { email: 'dev@second.example', name: 'Dev Person' })
    await person.page.getByRole('link', { name: 'Try it' }).waitFor()

    await owner.page.reload()
    await choose(owner.page, 'Dev Person', 'Change role')
    await owner.page.getByRole('dialog').getByLabel('Role').selectOption('viewer')
    await pressIn(owner.page, 'Save')
    await owner.page.getByRole('cell', { name: 'Viewer' }).waitFor()
    await person.page.reload()
    await person.page.getByRole('link', { name: 'API keys' }).waitFor()
    expect(await person.page.getByRole('link', { name: 'Try it' }).count()).toBe(0)
    await choose(owner.page, 'Dev Person', 'Remove')
    await pressIn(owner.page, 'Remove')
    await owner.page.getByRole('button', { name: 'Actions: Dev Person' }).waitFor({ state: 'detached' })
    await person.page.reload()
    await person.page
      .getByText('You belong to no account', { exact: false })
      .or(person.page.getByText('Open your account'))
      .waitFor()

    await choose(owner.page, 'Only Owner', 'Remove')
    await pressIn(owner.page, 'Remove')
    await owner.page.getByText('An account needs an owner, and this is the last one.', { exact: false }).waitFor()
    expect([...owner.faults.found, ...person.faults.found]).toEqual([])
    await Promise.all([owner.context.close(), person.context.close()])
  })
})
