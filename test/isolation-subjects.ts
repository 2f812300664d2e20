// What operations of features name, for the server's test of isolation. The features' own tests take them from where they are made.
export { fundingSubjects } from '../packages/features/funding/test/isolation-subjects.ts'
export { invoicingSubjects } from '../packages/features/invoicing/test/isolation-subjects.ts'
export { CHANGED_BY_DELIVERY, webhookSubjects } from '../packages/features/webhooks/test/isolation-subjects.ts'
