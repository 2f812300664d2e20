// Stores for tests of plugins with tables, and what happens in one.
export { baselineSchema } from '../packages/store/test/baseline-schema.ts'
export { eachStore } from '../packages/store/test/each-store.ts'
export { StatementWorld } from '../packages/store/test/statement-world.ts'
export { asked, openPayer, type Payer, settle } from '../packages/store/test/store-bench.ts'
