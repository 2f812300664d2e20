import { readFileSync } from 'node:fs'
import alerts from '@parakh/alerts'
import { Alerts } from '@parakh/core'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConsolePlace, consolePlace } from '../../test/console-world.ts'

/** The pages import nothing of ours, and mails nothing of the pages: their sentences are read as text. */
const ROOT = new URL('../../../../', import.meta.url)
const BELL = 'console-pages/src/alerts/alert-texts.ts'
const NAMES = 'console-pages/src/pages/security/alert-mail-texts.ts'
const MAILS = 'features/alerts/src/mails/sentences.ts'

/** The alerts that a file has a text of in English and in Hindi, in alphabetical order. */
function inBoth(file: string): readonly string[] {
  const text = readFileSync(new URL(file, ROOT), 'utf8')
  const ids = [...text.matchAll(/^ +'([a-z]+\/[a-z-]+)':/gm)].map(([, id = '']) => id)
  return [...new Set(ids)].filter((id) => ids.filter((other) => other === id).length === 2).sort()
}

let place: ConsolePlace
beforeAll(async () => {
  place = await consolePlace('sqlite3')
})
afterAll(() => place.end())

it('every alert of ours has a sentence in the bell and in mails, and a name to choose it by, in both languages', async () => {
  const features = [plans(), funding(), invoicing(), resale(), webhooks(), alerts()]
  const { server } = await place.open({ plugins: features })
  const rules = [...server.host.get(Alerts)]
  const standing = rules.filter(([, { of }]) => of !== 'events').map(([id]) => id)
  expect(standing).toContain('alerts/not-sent')
  expect(inBoth(BELL)).toEqual(standing.sort())
  const all = rules.map(([id]) => id).sort()
  expect(inBoth(MAILS)).toEqual(all)
  expect(inBoth(NAMES)).toEqual(all)
})
