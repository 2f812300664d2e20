export { verifiedType } from '../packages/features/webhooks/test/verified.ts'
export { type WebhookReceiver, webhookReceiver } from '../packages/features/webhooks/test/webhook-receiver.ts'
