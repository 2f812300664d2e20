import { Allotments, type OperatorAct, OperatorActs, optional, type Service, service, Wallet } from '@parakh/core'

/** Acts of operators, each carried out at once. */
export const operatorActs: Service = service(
  OperatorActs,
  { wallet: Wallet, allotments: optional(Allotments) },
  ({ wallet, allotments }) => {
    async function carryOut(act: OperatorAct): Promise<boolean> {
      const { method, accountId, environment, amount, reference, actor, reason = '', from = '' } = act
      const of = { environment, amount, reference, actor }
      if (method === 'credit') return (await wallet.credit({ ...of, accountId })).credited
      if (method === 'adjustment') return (await wallet.adjust({ ...of, accountId, reason })).adjusted
      if (!allotments) throw new TypeError('this host has no allotments')
      return (await allotments.allot({ ...of, from, to: accountId })).allotted
    }
    return { carryOut, act: async (act) => ({ waiting: null, moved: await carryOut(act) }) }
  },
)
