import { defineErrorTable } from '@parakh/core'

/** The errors of plans. */
export const plansErrors = defineErrorTable('plans', {
  PLAN_ACCOUNT_NOT_ACTIVE: 'The account {account} is {status}. Allowed: plans of active accounts',
  PLAN_ALREADY_SUBSCRIBED:
    'The account {account} has the plan {plan} already. Allowed: a change to another plan, or no subscription yet',
  PLAN_FEATURE_REQUIRED: {
    text: 'The plan {plan} of the account {account} does not include {feature}. Allowed with the plans: {allowed}',
    status: 403,
  },
  PLAN_IS_FREE: 'The plan {plan} is the plan of accounts without a subscription. Allowed: a paid plan',
  PLAN_MONTH_INVALID: 'The month {month} is invalid. Allowed: a month such as 2026-11',
  PLAN_NOT_AFFORDABLE: {
    text: 'The plan {plan} costs {price} INR a month, and {due} INR are due for {from} to {until}; the production wallet of {account} has {available} INR available',
    status: 402,
  },
  PLAN_NOT_OFFERED: 'The plan {plan} does not exist. Allowed: {allowed}',
  PLAN_NOT_SUBSCRIBED: 'The account {account} has subscribed to no plan',
  PLAN_PAYMENT_REUSED: 'The reference {reference} has moved money before, so the plan was not paid with it',
})
