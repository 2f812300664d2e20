import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Clock, Store } from '@parakh/core'
import type { Command } from 'commander'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { describeHead, headJson } from './ledger.ts'

/** `parakh backup FILE`. */
export function addBackup(program: Command, session: Session): void {
  addCommand(program, 'backup <file>', 'write a complete copy of the SQLite database while the server runs').action(
    (file: string, options: CommonOptions) => backup(session, file, options),
  )
}

async function backup(session: Session, given: string, options: CommonOptions): Promise<void> {
  const file = resolve(session.terminal.cwd, given)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const { bytes, head, takenAt } = await withHost(session, options, async (host) => {
    const store = host.get(Store)
    const takenAt = host.get(Clock).now().toISOString()
    // Read before the copy, so that the copy contains this period.
    const before = await store.ledger.head()
    return { bytes: await store.backup(file), head: before, takenAt }
  })
  printResult(session.terminal, options, {
    json: { ok: true, file, bytes, taken_at: takenAt, head: headJson(head) },
    text: `Wrote ${bytes} bytes to ${file}, begun at ${takenAt}.\n${describeHead(head)}\nAfter a restore: parakh ledger resume --since ${takenAt}`,
  })
}
