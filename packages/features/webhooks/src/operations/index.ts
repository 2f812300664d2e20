import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  getEndpoint,
  rotateEndpoint,
  updateEndpoint,
} from './change-endpoints.ts'
import { listDeliveries, replayAny, replayEvent, replayRange, testEndpoint } from './deliveries.ts'
import { getEvent, listEvents, listEventTypes } from './events.ts'
import { listAllEndpoints, listEndpoints } from './list-endpoints.ts'

/** What operators, and accounts of a branch, do with webhook endpoints. */
export const webhookOperations = [
  ...[createEndpoint, listEndpoints, listAllEndpoints, getEndpoint, updateEndpoint, enableEndpoint, disableEndpoint],
  ...[deleteEndpoint, rotateEndpoint, testEndpoint, listDeliveries, replayRange, replayEvent, replayAny],
  ...[listEvents, getEvent, listEventTypes],
]
