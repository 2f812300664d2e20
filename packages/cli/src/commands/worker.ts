import { openHost } from '@parakh/server/host'
import type { Command } from 'commander'
import { disablePretenuring } from '../host/disable-pretenuring.ts'
import { loadConfiguration } from '../host/load-configuration.ts'
import { commandLogger } from '../terminal/command-logger.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { untilSignal } from '../terminal/until-signal.ts'

/** `parakh worker`: delivers events in a process of its own. */
export function addWorker(program: Command, session: Session): void {
  addCommand(
    program,
    'worker',
    'deliver events to webhook endpoints until SIGINT or SIGTERM, beside "serve" or without it',
  )
    .option('--migrate', 'run database migrations first')
    .action((options: CommonOptions & { readonly migrate?: boolean }) => work(session, options))
}

async function work(session: Session, options: CommonOptions & { readonly migrate?: boolean }): Promise<void> {
  disablePretenuring()
  const { terminal } = session
  const config = await loadConfiguration(terminal, options)
  const host = await openHost(config, {
    logger: commandLogger(terminal, 'info'),
    migrate: options.migrate === true,
  })
  const ended = untilSignal(session, 'attempts under way end and are written down.')
  try {
    await host.work()
    printResult(terminal, options, {
      json: { ready: true },
      text: `${config.brand.name} delivers webhook events. Ctrl-C stops it.`,
    })
    await ended.signal
  } finally {
    await host.stop()
    ended.forget()
  }
}
