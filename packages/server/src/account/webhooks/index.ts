import { replayEvent, replayWebhook, rotateWebhook, testWebhook, webhookDeliveries } from './deliver.ts'
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from './manage.ts'

/** Webhooks by the account itself, with the credentials of its calls (decisions.md section 9). */
export const webhookEndpoints = [
  ...[createWebhook, listWebhooks, getWebhook, updateWebhook, disableWebhook, enableWebhook],
  // In an order in which a client can try them one after another.
  ...[rotateWebhook, testWebhook, webhookDeliveries, replayWebhook, replayEvent, deleteWebhook],
]
