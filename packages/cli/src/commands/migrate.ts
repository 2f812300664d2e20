import type { Command } from 'commander'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

/** `parakh migrate`. */
export function addMigrate(program: Command, session: Session): void {
  addCommand(program, 'migrate', 'bring the database up to date; safe to run again').action(
    async (options: CommonOptions) => {
      await withHost(session, { ...options, migrate: true }, () => undefined)
      printResult(session.terminal, options, { json: { ok: true }, text: 'The database is up to date.' })
    },
  )
}
