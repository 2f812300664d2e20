import { defineScope } from '@parakh/core'

/** Sees fundings. */
export const fundingRead = defineScope('funding:read', { for: 'branch', summary: 'See funding requests' })
/** Submits transfers, opens orders and QRs. */
export const fundingSubmit = defineScope('funding:submit', { for: 'branch', summary: 'Submit funding requests' })
/** Decides about fundings. */
export const fundingApprove = defineScope('funding:approve', {
  for: 'operators',
  summary: 'Approve or reject funding requests, book chargebacks',
})
