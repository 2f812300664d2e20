import { type ChargedCalls, ChargedUsage, CONTRACT, definePlugin, type Plugin, service } from '@parakh/core'

/** A plugin that counts what it is told, in place of analytics. @param calls Read at each simulation. */
export const countedUsage = (calls: () => readonly ChargedCalls[] = () => []): Plugin =>
  definePlugin({
    ...{ id: 'counted', contract: CONTRACT },
    services: [
      service(ChargedUsage, {}, () => ({
        read: async ({ accountIds }) => calls().filter(({ accountId }) => accountIds.includes(accountId)),
      })),
    ],
  })()
