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

/** Webhook management by the account itself, with its API keys (decisions.md section 9). */
export const webhookEndpoints = [
  ...[createWebhook, listWebhooks, getWebhook, updateWebhook, disableWebhook, enableWebhook],
  // In an order in which a client can run them one after another.
  ...[rotateWebhook, testWebhook, webhookDeliveries, replayWebhook, replayEvent, deleteWebhook],
]
