import { defineOperation, LiveSources } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { systemRead } from '../scopes.ts'
import { presentSource, SourceView } from './source-view.ts'

/** `sources.list` */
export const listSources = defineOperation({
  id: 'sources.list',
  effect: 'read',
  summary: 'List the live sources: their order, circuits and failures',
  scope: systemRead,
  path: '/sources',
  input: z.object({}),
  output: z.object({
    since: Moment.describe('The start of this process: circuits and counts are its own, and of the time since'),
    items: z.array(SourceView).describe('In the order of the configuration'),
  }),
  whose: 'operators',
  command: {
    name: 'upstream list',
    // A command has asked none of them: what a server has counted is on its own page.
    text: ({ items }, { draw }) =>
      items.length === 0
        ? 'No live source is configured.'
        : draw.table(
            ['Source', 'Place', 'Kind', 'Operations'],
            items.map(({ source, position, kind, operations }) => [
              ...[source, `${position}`, kind, operations.map(({ name }) => name).join(', ')],
            ]),
          ),
  },
  needs: { sources: LiveSources },
  handle: async ({ sources }) => ({ since: moment(sources.since), items: sources.list().map(presentSource) }),
})
