import { defineErrorTable } from '@parakh/core'

/** What can be wrong with prices, plans, funding and statements. */
export const businessErrors = defineErrorTable('business', {
  // Plans.
  BRAND_HOST_NOT_ALLOWED:
    'The host {host} is one of this server itself. Allowed: a host of the account, whose name leads to this server',
  PLAN_ACCOUNT_NOT_ACTIVE: 'The account {account} is {status}. Allowed: plans of active accounts',
  PLAN_ALREADY_SUBSCRIBED:
    'The account {account} has the plan {plan} already. Allowed: a change to another plan, or no subscription yet',
  PLAN_FEATURE_REQUIRED:
    'The plan {plan} of the account {account} does not include {feature}. Allowed with the plans: {allowed}',
  PLAN_IS_FREE: 'The plan {plan} is what an account without a subscription has. Allowed: a plan that is subscribed to',
  PLAN_MONTH_INVALID: 'Not a month: {month}. Allowed: a month such as 2026-11',
  PLAN_NOT_AFFORDABLE:
    'The plan {plan} costs {price} INR a month, and {due} INR are to be paid for {from} to {until}; the production wallet of {account} has {available} INR available',
  PLAN_NOT_OFFERED: 'There is no plan {plan}. Allowed: {allowed}',
  PLAN_NOT_SUBSCRIBED: 'The account {account} has subscribed to no plan',
  FUNDING_GATEWAY_BUSY:
    'The gateway was asked for the order {id} a moment ago, and what it made of it is not known yet. Allowed: the same again in a minute',
  FUNDING_GATEWAY_DENIED:
    'The payment gateway {gateway} refuses the key of this server ({detail}), and made no order. Allowed: keyId and keySecret of funding.gateways.{gateway} in the configuration as the dashboard of the gateway has them',
  FUNDING_GATEWAY_NEEDED:
    'Which payment gateway takes the money is not said, and the configuration has {count} of them. Allowed: {allowed}',
  FUNDING_GATEWAY_REFUSED:
    'The payment gateway {gateway} takes no such order, and made none. Allowed: an amount between the least and the most that it takes',
  FUNDING_GATEWAY_UNAVAILABLE:
    'The payment gateway {gateway} did not say whether it made the order {id} ({detail}). Allowed: the same again with the same reference in a minute, which makes no second order',
  FUNDING_GATEWAY_UNKNOWN: 'There is no payment gateway {gateway}. Allowed: {allowed}',
  FUNDING_ORDER_REUSED:
    'The reference {reference} stands with the order {id} of another amount or gateway. Allowed: the same amount and gateway again, or a new reference',
  FUNDING_SAME_OPERATOR: '{actor} may not approve the funding {id}: {actor} {why}. Allowed: another operator',
  FUNDING_STATE: 'The funding {id} is {state}. Allowed: {allowed}',
  FUNDING_UPI_NOT_SET: 'There is nobody to pay by UPI. Allowed: funding.upi with vpa and name in the configuration',
  FUNDING_UTR_INVALID: 'Not a UTR of {rail}. Allowed: {allowed}',
  // Statements and analytics.
  ANALYTICS_DAYS_INVALID:
    'Not a time: from {from} until {until}. Allowed: days such as 2026-11-01, the first not after the last, {most} days at most',
  BILLING_DETAILS_INVALID: 'The billing details cannot be used: {detail}',
  BILLING_DETAILS_MISSING:
    'The account {account} has no billing details. Allowed: invoices after `parakh accounts billing set {account}`',
  INVOICE_MONTH_OPEN: 'The month {month} is not over. Allowed: its invoice from {from} on',
  INVOICE_NOTHING: 'The account {account} used nothing in {month} that is to be invoiced. Nothing was issued',
  INVOICING_NOT_SET: 'This host issues no invoices. Allowed: invoicing with a seller in the configuration',
  STATEMENT_CHANGED:
    'The entries of this time are not those that it began and ended with (version {version}): an archive was made meanwhile. Allowed: the same again',
  STATEMENT_MONTH_INVALID: 'Not a month: {month}. Allowed: a month such as 2026-11',
  STATEMENT_TOO_LONG: 'The statement has more than {most} lines, too many for a PDF. Allowed: CSV or JSON',
  // Prices and commission.
  ACCOUNT_MOVE_BELOW_FLOOR:
    'With {account} under {parent}, the price of {endpoint} for {whose}, {price} INR, no longer pays its line ({line} %: {commission} INR) and its providers ({cost} INR). Allowed: {floor} first, or another parent',
  COMMISSION_ABOVE_CAP: 'A {role} may have at most {cap} %, not {percent} %. Allowed: 0 to {cap}, in steps of 0.01',
  COMMISSION_ABOVE_PRICE:
    'With {percent} % the price of {endpoint} for {whose}, {price} INR, no longer pays its line ({line} %: {commission} INR) and its providers ({cost} INR). Allowed: a lower rate, or a higher price first',
  COMMISSION_MONTH_INVALID: 'Not a month: {month}. Allowed: a month in India such as 2026-11',
  COMMISSION_NOT_FOR_ROLE: 'A {role} earns no commission. Allowed: {allowed}',
  COST_IN_THE_PAST:
    'A cost cannot hold from {validFrom}: it is {now}, and what was booked keeps its cost. Allowed: now or later',
  COST_INVOICE_INVALID:
    'The invoice cannot be read{line}: {detail}. Allowed: CSV with a header line and the columns for our reference and rupees',
  COST_MONTH_INVALID: 'Not a month: {month}. Allowed: a month in India such as 2026-11',
  COST_OPERATION_UNKNOWN: 'There is no {what}. Allowed: {allowed}',
  PRICE_BELOW_FLOOR:
    '{price} INR for {endpoint} does not pay its line ({percent} %: {commission} INR) and its providers ({cost} INR): {needed} INR. Allowed: {floor}',
  PRICE_COMPUTED:
    'The price of {endpoint} is computed for each request, and no list has one. Allowed: endpoints with a price, or prices set for it',
  PRICE_ENDPOINT_UNKNOWN: 'There is no endpoint {endpoint}. Allowed: {allowed}',
  PRICE_IN_THE_PAST:
    'A price cannot hold from {validFrom}: it is {now}, and nothing is priced again. Allowed: now or later',
  PRICE_NOT_CHARGEABLE: 'Calls of {endpoint} are neither stored nor held, so they cannot cost anything. Allowed: 0',
  PRICE_NOT_SET: 'The price list has no price of {endpoint} for {slot}, in force or planned',
  PRICE_SLOT_INVALID:
    'The volume tier is invalid: {detail}. Allowed: an account, a role or neither, from 0 calls per month',
})
