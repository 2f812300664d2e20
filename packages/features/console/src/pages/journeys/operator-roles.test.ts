import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from '../../../test/console-browser.ts'
import { type Journeys, openJourneys } from '../../../test/journey.ts'
import { buttonsOf, go, pagesOf, refusedOn } from '../../../test/menu-walk.ts'
import { firstRow } from '../../../test/openings.ts'
import { fillOperators } from '../../../test/operator-data.ts'
import { OPERATOR, openPage } from '../../../test/other-pages.ts'
import { OPERATOR_ROLES } from '../../people/roles.ts'

const FULL = process.env['PARAKH_FULL'] === '1'
type Role = (typeof OPERATOR_ROLES)[number]

/** The pages that every operator has. */
const OF_ALL = [
  ...['Work', 'Accounts', 'Prices', 'Costs', 'Plans', 'Find a call', 'System', 'Sources', 'Team'],
  ...['Audit log', 'Security'],
]
/** Those of some roles alone. */
const OF_SOME: Readonly<Record<string, readonly Role[]>> = { 'API tokens': ['admin'] }
/** What changes something on a page or beside its first row, and who has it. A page of the menu is called by its name. */
const CHANGES: readonly (readonly [page: string, button: RegExp, roles: readonly Role[]])[] = [
  ['work/kyc', /^Approve$/, ['kyc', 'admin']],
  ['work/kyc', /^Reject$/, ['kyc', 'admin']],
  ['work/transfers', /^Approve$/, ['finance', 'admin']],
  ['work/transfers', /^Reject$/, ['finance', 'admin']],
  ['work/acts', /^Approve$/, ['finance', 'admin']],
  ['work/disputes', /^Release$/, ['finance', 'admin']],
  ['work/suspense', /^Assign the payment$/, ['finance', 'admin']],
  ['work/suspense', /^Close without a credit$/, ['finance', 'admin']],
  ['calls?id=below-4711', /^Refund$/, ['support', 'finance', 'admin']],
  ['Accounts', /^Open an account$/, ['admin']],
  ['Prices', /^Set a price$/, ['pricing', 'admin']],
  ['Costs', /^Set a cost$/, ['pricing', 'admin']],
  ['Team', /^Invite a person$/, ['admin']],
  ['API tokens', /^Create token$/, ['admin']],
  ['accounts/:account', /^See the console as this account$/, OPERATOR_ROLES],
  ['accounts/:account', /^Suspend$/, ['admin']],
  ['accounts/:account', /^Invite a person$/, ['admin']],
  ['accounts/:account', /^Assign the plan$/, ['pricing', 'admin']],
]

describe('what each role of operators sees and may do', () => {
  let journeys: Journeys
  let accountId: string
  beforeAll(async () => {
    journeys = await openJourneys()
    await journeys.demo.fill()
    ;({ accountId } = await fillOperators(journeys.demo))
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  for (const role of OPERATOR_ROLES)
    it.runIf(FULL || role === 'finance')(
      `${role}: each page of the menu and each queue is refused nothing, and has the buttons of the role alone`,
      async () => {
        const { demo } = journeys
        const { page, context, faults } = await journeys.operator(role)
        const refused = refusedOn(page)
        const names = await pagesOf(page)
        const ofRole = Object.keys(OF_SOME).filter((name) => OF_SOME[name]?.includes(role))
        expect(names.toSorted()).toEqual([...OF_ALL, ...ofRole].toSorted())
        // A queue whose scope a role lacks is not told to it.
        const told = await page.evaluate<string[]>(
          "fetch('/admin/v1/work', { headers: { 'x-console-account': 'operator' } }).then((reply) => reply.json()).then(({ items }) => items.map(({ queue }) => 'work/' + queue.split('/')[1]))",
        )
        const found: Record<string, readonly string[]> = {}
        for (const name of names.slice(1)) {
          await go(page, name)
          found[name] = await buttonsOf(page)
        }
        for (const name of [...told, 'calls?id=below-4711', 'accounts/:account']) {
          await openPage(page, demo, name.replace(':account', accountId))
          found[name] = [...(await buttonsOf(page)), ...(name.startsWith('accounts') ? [] : await besideFirstRow())]
        }
        for (const [name, button, roles] of CHANGES)
          expect([name, `${button}`, (found[name] ?? []).some((one) => button.test(one))]).toEqual([
            ...[name, `${button}`, roles.includes(role)],
          ])
        expect([...refused, ...faults.found]).toEqual([])
        await context.close()

        /** The buttons of the panel that the first row opens. */
        async function besideFirstRow(): Promise<readonly string[]> {
          if ((await firstRow(page).count()) === 0) return []
          await firstRow(page).click()
          await page.getByRole('dialog').waitFor()
          await settled(page)
          return await page.getByRole('dialog').getByRole('button').allInnerTexts()
        }
      },
    )

  it('each queue has a row, so that its buttons are looked at', async () => {
    const { page, context } = await journeys.operator('admin')
    for (const queue of (await OPERATOR.pages(journeys.demo, accountId)).filter((name) => name.startsWith('work/'))) {
      if (queue === 'work/wallet-tasks') continue
      await openPage(page, journeys.demo, queue)
      await expect.poll(() => page.getByRole('main').locator('tbody tr').count(), { message: queue }).toBeGreaterThan(0)
    }
    await context.close()
  })
})
