import { Billing, decorate } from '@parakh/core'
import { Telemetry } from './create-telemetry.ts'

/** A span for each operation of the ledger that a call waits for. */
export const tracedBilling = decorate(Billing, {
  ...{ id: 'traced', needs: { telemetry: Telemetry } },
  wrap(inner, { telemetry }) {
    const measured =
      <A extends readonly unknown[], R>(name: string, run: (...given: A) => Promise<R>) =>
      (...given: A): Promise<R> =>
        telemetry.measure<R>(
          { name: `ledger ${name}`, of: 'database', kind: 'client', labels: { 'db.operation.name': name } },
          () => run(...given),
        )
    const own = {
      admit: measured('admit', (operation: Parameters<Billing['admit']>[0]) => inner.admit(operation)),
      settle: measured('settle', (operation: Parameters<Billing['settle']>[0]) => inner.settle(operation)),
      dispatch: measured('dispatch', (operation: Parameters<Billing['dispatch']>[0]) => inner.dispatch(operation)),
      commit: measured('commit', (operation: Parameters<Billing['commit']>[0]) => inner.commit(operation)),
      find: measured('find', (...by: Parameters<Billing['find']>) => inner.find(...by)),
    }
    return new Proxy(inner, {
      get(target, name) {
        if (Object.hasOwn(own, name)) return Reflect.get(own, name)
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  },
})
