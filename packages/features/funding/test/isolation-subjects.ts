import { randomInt } from 'node:crypto'
import { inr } from '@parakh/core'
import type { MakeSubject } from '@parakh/testkit'
import { Funding } from '../src/contract/index.ts'

/** What operations of funding name. */
export const fundingSubjects: Readonly<Record<string, MakeSubject>> = {
  funding_id: async (host, of) => {
    const claim = { ...of, amount: inr('1'), rail: 'imps', actor: 'test' } as const
    return (await host.get(Funding).submitTransfer({ ...claim, utr: `${randomInt(1e11, 1e12)}` })).id
  },
}
