import { tuneGarbageCollection } from '@parakh/server'
import { expect, it, vi } from 'vitest'
import { workplace } from '../../test/workplace.ts'

vi.mock('@parakh/server', async (original) => ({
  ...(await original<typeof import('@parakh/server')>()),
  tuneGarbageCollection: vi.fn(),
}))

it.each(['serve', 'worker', 'plugins list'])('%s sets V8 up for a long life only where it has one', async (command) => {
  vi.mocked(tuneGarbageCollection).mockClear()
  await using place = await workplace()
  // Serve and worker do not start: the database is not migrated.
  await place.parakh(...command.split(' '), '--json')
  expect(tuneGarbageCollection).toHaveBeenCalledTimes(command === 'plugins list' ? 0 : 1)
})
