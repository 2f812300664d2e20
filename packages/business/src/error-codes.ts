import { defineErrorTable } from '@parakh/core'

/** The errors of prices, plans, funding and statements. */
export const businessErrors = defineErrorTable('business', {
  // Plans.
  BRAND_HOST_NOT_ALLOWED:
    'The host {host} is a host of this server. Allowed: a host of the account that resolves to this server',
  PLAN_ACCOUNT_NOT_ACTIVE: 'The account {account} is {status}. Allowed: plans of active accounts',
  PLAN_ALREADY_SUBSCRIBED:
    'The account {account} has the plan {plan} already. Allowed: a change to another plan, or no subscription yet',
  PLAN_FEATURE_REQUIRED:
    'The plan {plan} of the account {account} does not include {feature}. Allowed with the plans: {allowed}',
  PLAN_IS_FREE: 'The plan {plan} is the plan of accounts without a subscription. Allowed: a paid plan',
  PLAN_MONTH_INVALID: 'The month {month} is invalid. Allowed: a month such as 2026-11',
  PLAN_NOT_AFFORDABLE:
    'The plan {plan} costs {price} INR a month, and {due} INR are due for {from} to {until}; the production wallet of {account} has {available} INR available',
  PLAN_NOT_OFFERED: 'The plan {plan} does not exist. Allowed: {allowed}',
  PLAN_NOT_SUBSCRIBED: 'The account {account} has subscribed to no plan',
  FUNDING_GATEWAY_BUSY:
    'A request for the order {id} is pending at the gateway. Allowed: the same request again in a minute',
  FUNDING_GATEWAY_DENIED:
    'The payment gateway {gateway} refuses the key of this server ({detail}) and created no order. Allowed: the key of funding.gateways.{gateway} as shown in the dashboard of the gateway',
  FUNDING_GATEWAY_NEEDED: 'No payment gateway is named, and the configuration has {count} of them. Allowed: {allowed}',
  FUNDING_GATEWAY_REFUSED:
    'The payment gateway {gateway} refused the order. Allowed: an amount within the limits of the gateway',
  FUNDING_GATEWAY_UNAVAILABLE:
    'The payment gateway {gateway} did not confirm the order {id} ({detail}). Allowed: the same request with the same reference in a minute, which creates no second order',
  FUNDING_GATEWAY_UNKNOWN: 'The payment gateway {gateway} does not exist. Allowed: {allowed}',
  FUNDING_ORDER_REUSED:
    'The reference {reference} belongs to the order {id} with another amount or gateway. Allowed: the same amount and gateway, or a new reference',
  FUNDING_SAME_OPERATOR: '{actor} may not approve the funding {id}: {actor} {why}. Allowed: another operator',
  FUNDING_STATE: 'The funding {id} is {state}. Allowed: {allowed}',
  FUNDING_UPI_NOT_SET: 'UPI payments are not configured. Allowed: funding.upi with vpa and name in the configuration',
  FUNDING_UTR_INVALID: 'The UTR is invalid for {rail}. Allowed: {allowed}',
  // Statements and analytics.
  ANALYTICS_DAYS_INVALID:
    'The days {from} to {until} are invalid. Allowed: days such as 2026-11-01, the first not after the last, {most} days at most',
  BILLING_DETAILS_INVALID: 'The billing details are invalid: {detail}',
  BILLING_DETAILS_MISSING:
    'The account {account} has no billing details. Allowed: set them by `parakh accounts billing set {account}`',
  INVOICE_MONTH_OPEN: 'The month {month} is not over. Allowed: its invoice from {from} on',
  INVOICE_NOTHING: 'The account {account} has nothing to invoice for {month}. Nothing was issued',
  INVOICING_NOT_SET: 'This host issues no invoices. Allowed: invoicing with a seller in the configuration',
  STATEMENT_CHANGED:
    'The entries of this period changed while they were read (version {version}): they were archived. Allowed: the same request again',
  STATEMENT_MONTH_INVALID: 'The month {month} is invalid. Allowed: a month such as 2026-11',
  STATEMENT_TOO_LONG: 'The statement has more than {most} lines, too many for a PDF. Allowed: CSV or JSON',
  // Prices and commission.
  ACCOUNT_MOVE_BELOW_FLOOR:
    'With {account} under {parent}, the price of {endpoint} for {whose}, {price} INR, no longer pays its line ({line} %: {commission} INR) and its providers ({cost} INR). Allowed: {floor} first, or another parent',
  COMMISSION_ABOVE_CAP:
    'The rate of a {role} is at most {cap} %, not {percent} %. Allowed: 0 to {cap}, in steps of 0.01',
  COMMISSION_ABOVE_PRICE:
    'With {percent} % the price of {endpoint} for {whose}, {price} INR, no longer pays its line ({line} %: {commission} INR) and its providers ({cost} INR). Allowed: a lower rate, or a higher price first',
  COMMISSION_MONTH_INVALID: 'The month {month} is invalid. Allowed: a month in India such as 2026-11',
  COMMISSION_NOT_FOR_ROLE: 'A {role} earns no commission. Allowed: {allowed}',
  COST_IN_THE_PAST:
    'A cost cannot begin at {validFrom}: it is {now}, and booked attempts keep their cost. Allowed: now or later',
  COST_INVOICE_INVALID:
    'The invoice cannot be read{line}: {detail}. Allowed: CSV with a header line and the columns for our reference and rupees',
  COST_MONTH_INVALID: 'The month {month} is invalid. Allowed: a month in India such as 2026-11',
  COST_OPERATION_UNKNOWN: '{what} does not exist. Allowed: {allowed}',
  PRICE_BELOW_FLOOR:
    '{price} INR for {endpoint} does not pay its line ({percent} %: {commission} INR) and its providers ({cost} INR): {needed} INR. Allowed: {floor}',
  PRICE_COMPUTED:
    'The price of {endpoint} is computed for each request, so it cannot be quoted. Allowed: endpoints with a fixed price, or a price that is set for it',
  PRICE_ENDPOINT_UNKNOWN: 'There is no endpoint {endpoint}. Allowed: {allowed}',
  PRICE_IN_THE_PAST:
    'A price cannot begin at {validFrom}: it is {now}, and past calls keep their price. Allowed: now or later',
  PRICE_NOT_CHARGEABLE: 'Calls of {endpoint} have no hold and no stored answer, so they must be free. Allowed: 0',
  PRICE_NOT_SET: 'The price list has no price of {endpoint} for {slot}, in force or planned',
  PRICE_SLOT_INVALID:
    'The volume tier is invalid: {detail}. Allowed: an account, a role or neither, from 0 calls per month',
})
