// Servers for tests of features. The server's own tests take them from where they are made.
export { systemClock } from '../packages/server/src/services/system-clock.ts'
export { ulidIds } from '../packages/server/src/services/ulid-ids.ts'
export { type AdminForTest, adminForTest } from '../packages/server/test/admin-for-test.ts'
export { FIXED_PARTS, SUBJECTS, WITHIN_ACCOUNT } from '../packages/server/test/admin-subjects.ts'
export { live, lookup } from '../packages/server/test/lookup-plugin.ts'
export { orders } from '../packages/server/test/order-plugin.ts'
export { secretsForTest, serverForTest } from '../packages/server/test/server-for-test.ts'
