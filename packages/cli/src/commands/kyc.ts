import { Accounts } from '@parakh/core'
import type { Command } from 'commander'
import { withHost } from '../host/open-host.ts'
import type { Session } from '../session.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'

/** `parakh kyc approve ACCOUNT`. */
export function addKyc(program: Command, session: Session): void {
  const kyc = program.command('kyc').description('know your customer')
  addCommand(kyc, 'approve <account>', 'permit production keys of an account').action(
    async (account: string, options: CommonOptions) => {
      const approved = await withHost(session, options, (host) => host.get(Accounts).approveKyc(account))
      printResult(session.terminal, options, {
        json: { ok: true },
        text: `The KYC of ${approved.name} (${approved.id}) is approved: production keys are permitted.`,
      })
    },
  )
}
