import { defineErrorTable } from '@parakh/core'

/** The errors of funding. */
export const fundingErrors = defineErrorTable('funding', {
  FUNDING_GATEWAY_BUSY:
    'A request for the order {id} is pending at the gateway. Allowed: the same request again in a minute',
  FUNDING_GATEWAY_DENIED: {
    text: 'The payment gateway {gateway} refuses the key of this server ({detail}) and created no order. Allowed: the key of the gateway {gateway} in the section of @parakh/funding, as shown in the dashboard of the gateway',
    status: 503,
  },
  FUNDING_GATEWAY_NEEDED: 'No payment gateway is named, and the configuration has {count} of them. Allowed: {allowed}',
  FUNDING_GATEWAY_REFUSED: {
    text: 'The payment gateway {gateway} refused the order. Allowed: an amount within the limits of the gateway',
    status: 422,
  },
  FUNDING_GATEWAY_UNAVAILABLE: {
    text: 'The payment gateway {gateway} did not confirm the order {id} ({detail}). Allowed: the same request with the same reference in a minute, which creates no second order',
    status: 503,
  },
  FUNDING_GATEWAY_UNKNOWN: 'The payment gateway {gateway} does not exist. Allowed: {allowed}',
  FUNDING_NO_PAGE: {
    text: 'The payment gateway {gateway} has no page of its own here. Allowed: no return_url, or one of {allowed}',
    status: 422,
  },
  FUNDING_NOT_FOUND: 'There is no funding {id}, or it is a suspense item that is no longer open',
  FUNDING_OPERATORS_CONNECTED: {
    text: '{actor} cannot approve the funding {id} yet: an unconfirmed invitation connects {actor} with the operator who {why}. Another operator must confirm {unconfirmed} first: people confirm',
    status: 403,
  },
  FUNDING_ORDER_REUSED:
    'The reference {reference} belongs to the order {id} with another amount, gateway or return_url. Allowed: the same ones, or a new reference',
  FUNDING_REFERENCE_USED:
    'The UTR or payment id {reference} is already used by another payment. Allowed: a number that no other payment has, unless that was rejected',
  FUNDING_RETURN_URL: {
    text: 'The return_url is not on a host of this server. Allowed: an address that begins with {allowed}, or with the host of a brand',
    status: 422,
  },
  FUNDING_SAME_OPERATOR: '{actor} may not approve the funding {id}: {actor} {why}. Allowed: another operator',
  FUNDING_STATE: 'The funding {id} is {state}. Allowed: {allowed}',
  FUNDING_TOO_MANY_OPEN: {
    text: 'The account has {most} transfers that wait for an operator, as many as it may have. Allowed: another one after an operator has approved or rejected one of them',
    status: 409,
  },
  FUNDING_UPI_NOT_SET:
    'UPI payments are not configured. Allowed: upi with vpa and name in the section of @parakh/funding',
  FUNDING_UTR_INVALID: 'The UTR is invalid for {rail}. Allowed: {allowed}',
  REFERENCE_REUSED:
    'The reference {reference} was used for another act or amount. Allowed: the same one again, or a new reference',
})
