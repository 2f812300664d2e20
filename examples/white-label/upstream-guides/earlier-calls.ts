import type { AnswerRow, GuidePage } from './guide-page.ts'
import { make, newCall, type Trial } from './trial.ts'

/** All pages, by plugin. */
export type Guides = ReadonlyMap<string, GuidePage>

interface EarlierCall {
  readonly page: GuidePage
  readonly row: AnswerRow
  /** What is known of it is known under this name. */
  readonly as: string
}

/** The call that has to be made before, and on which page it stands. */
function earlierCall(page: GuidePage, name: string, guides: Guides): EarlierCall | null {
  const { after, as = '' } = page.block('call', name).attributes
  if (after === undefined) return null
  const [id, earlier] = after.includes('#') ? after.split('#') : [page.id, after]
  const on = guides.get(id ?? '')
  const row = on?.answers.find(({ call, status }) => call === earlier && status === 200)
  if (!on || !row) throw new TypeError(`${page.id}.md: there is no answered call ${after}`)
  return { page: on, row, as }
}

/** The page of a call, and those of the calls that it needs before it. */
export function neededPages(page: GuidePage, name: string, guides: Guides): GuidePage[] {
  const earlier = earlierCall(page, name, guides)
  return earlier ? [...new Set([page, ...neededPages(earlier.page, earlier.row.call, guides)])] : [page]
}

/**
 * Makes the calls that a call needs before it, and remembers what they made known under the name that the page gives them:
 * `after=send-otp as=sent` makes `<sent.reference>` known.
 */
export async function prepare(trial: Trial, name: string, guides: Guides): Promise<void> {
  const earlier = earlierCall(trial.page, name, guides)
  if (!earlier) return
  const { page, row, as } = earlier
  const before: Trial = { ...trial, page, known: new Map() }
  await prepare(before, row.call, guides)
  const problems = await make(before, row, newCall(row.call))
  if (problems.length > 0) throw new TypeError(problems.join('; '))
  for (const [key, value] of before.known) trial.known.set(`${as}.${key}`, value)
}
