import { defineErrorTable } from '@parakh/core'

/** The errors of price lists, commission, provider costs and brands. */
export const resaleErrors = defineErrorTable('resale', {
  BRAND_HOST_NOT_ALLOWED:
    'The host {host} is a host of this server. Allowed: a host of the account that resolves to this server',
  BRAND_HOST_TAKEN: 'Another account has the host {host}. Allowed: a host that no account has',
  BRAND_HOST_UNPROVEN: {
    text: 'Nothing proves that {host} is yours. Allowed: the TXT record {name} with the value {value} first',
    status: 422,
  },
  BRAND_INVALID: 'The brand cannot be set: {detail}',
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
  COST_UNKNOWN: 'The name "{name}" is unknown{hint}. Allowed: {allowed}',
  PRICE_BELOW_COST:
    'The price of {price} INR is below the cost of its providers, {cost} INR. Allowed: at least the cost',
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
  SIMULATION_MONTH_INVALID: 'The month {month} is invalid. Allowed: a month in India such as 2026-11',
  SIMULATION_NO_USAGE:
    'Charged calls are not counted by day on this server. Allowed: with the plugin @parakh/analytics, under plugins',
  SIMULATION_TOO_LARGE: '{accounts} accounts are below. Allowed: at most {most}, so an account further down',
})
