import type { Operation } from '@parakh/core'
import { closeAccount } from './accounts/close-account.ts'
import { createAccount } from './accounts/create-account.ts'
import { delegateKeys } from './accounts/delegate-keys.ts'
import { delegatePeople } from './accounts/delegate-people.ts'
import { getAccount } from './accounts/get-account.ts'
import { grantApis } from './accounts/grant-apis.ts'
import { limitApis } from './accounts/limit-apis.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import { listApis } from './accounts/list-apis.ts'
import { listBalances } from './accounts/list-balances.ts'
import { listApiPrices } from './accounts/list-prices.ts'
import { moveAccount } from './accounts/move-account.ts'
import { renameAccount } from './accounts/rename-account.ts'
import { resumeAccount } from './accounts/resume-account.ts'
import { revokeApis } from './accounts/revoke-apis.ts'
import { suspendAccount } from './accounts/suspend-account.ts'
import { createAdminToken } from './admin-tokens/create-admin-token.ts'
import { listAdminTokens } from './admin-tokens/list-admin-tokens.ts'
import { listScopes } from './admin-tokens/list-scopes.ts'
import { revokeAdminToken } from './admin-tokens/revoke-admin-token.ts'
import { listAlerts } from './alerts/list-alerts.ts'
import { listAudit } from './audit/list-audit.ts'
import { exportBreach } from './breach/export-breach.ts'
import { callTimeline } from './calls/call-timeline.ts'
import { findCalls } from './calls/find-calls.ts'
import { refundCall } from './calls/refund-call.ts'
import { declareConsent } from './consents/declare-consent.ts'
import { getConsent } from './consents/get-consent.ts'
import { listConsents } from './consents/list-consents.ts'
import { withdrawArtefact } from './consents/withdraw-artefact.ts'
import { withdrawConsent } from './consents/withdraw-consent.ts'
import { createKey } from './keys/create-key.ts'
import { getKey } from './keys/get-key.ts'
import { listKeys } from './keys/list-keys.ts'
import { promoteKey } from './keys/promote-key.ts'
import { restrictKey } from './keys/restrict-key.ts'
import { revokeKey } from './keys/revoke-key.ts'
import { rotateKey } from './keys/rotate-key.ts'
import { tokenKey } from './keys/token-key.ts'
import { approveKyc } from './kyc/approve-kyc.ts'
import { discardKycFile } from './kyc/discard-kyc-file.ts'
import { getKyc } from './kyc/get-kyc.ts'
import { getKycFile } from './kyc/get-kyc-file.ts'
import { listKyc } from './kyc/list-kyc.ts'
import { rejectKyc } from './kyc/reject-kyc.ts'
import { submitKyc } from './kyc/submit-kyc.ts'
import { uploadKycFile } from './kyc/upload-kyc-file.ts'
import { listLedger } from './ledger/list-ledger.ts'
import { getOrder } from './orders/get-order.ts'
import { listOrders } from './orders/list-orders.ts'
import { getRetention } from './retention/get-retention.ts'
import { purgeRetention } from './retention/purge-retention.ts'
import { rewrapSecrets } from './secrets/rewrap-secrets.ts'
import { secretsStatus } from './secrets/secrets-status.ts'
import { listSources } from './sources/list-sources.ts'
import { testSource } from './sources/test-source.ts'
import { eraseSubject } from './subjects/erase-subject.ts'
import { exportSubject } from './subjects/export-subject.ts'
import { findSubject } from './subjects/find-subject.ts'
import { replayJournal } from './subjects/replay-journal.ts'
import { getSystem } from './system/get-system.ts'
import { resumeMoney } from './system/resume-money.ts'
import { getThreshold } from './thresholds/get-threshold.ts'
import { setThreshold } from './thresholds/set-threshold.ts'
import { getUsage } from './usage/get-usage.ts'
import { listUsage } from './usage/list-usage.ts'
import { listWalletTasks } from './wallet-tasks/list-wallet-tasks.ts'
import { resolveWalletTask } from './wallet-tasks/resolve-wallet-task.ts'
import { retryWalletTask } from './wallet-tasks/retry-wallet-task.ts'
import { adjustWallet } from './wallets/adjust-wallet.ts'
import { allot } from './wallets/allot.ts'
import { creditWallet } from './wallets/credit-wallet.ts'
import { getWallet } from './wallets/get-wallet.ts'
import { listFailedJobs } from './work/list-failed-jobs.ts'
import { listWork } from './work/list-work.ts'

/** The operations of the platform: core's own on every host. */
export const platformOperations: readonly Operation[] = [
  ...[
    listAccounts,
    getAccount,
    createAccount,
    renameAccount,
    moveAccount,
    suspendAccount,
    resumeAccount,
    closeAccount,
    delegateKeys,
    delegatePeople,
    listBalances,
    listApis,
    listApiPrices,
    grantApis,
    revokeApis,
    limitApis,
  ],
  ...[createAdminToken, listAdminTokens, revokeAdminToken, listScopes],
  ...[listAlerts],
  ...[listAudit],
  ...[exportBreach],
  ...[listConsents, declareConsent, withdrawConsent, withdrawArtefact, getConsent],
  ...[listKeys, getKey, createKey, restrictKey, rotateKey, revokeKey, promoteKey, tokenKey],
  ...[listKyc, getKyc, submitKyc, approveKyc, rejectKyc, uploadKycFile, getKycFile, discardKycFile],
  ...[listOrders, getOrder],
  ...[getRetention, purgeRetention],
  ...[getThreshold, setThreshold],
  ...[listUsage, getUsage, callTimeline, findCalls, refundCall],
  ...[listLedger],
  ...[listWalletTasks, retryWalletTask, resolveWalletTask],
  ...[getWallet, creditWallet, adjustWallet, allot],
  ...[listWork, listFailedJobs],
  ...[secretsStatus, rewrapSecrets],
  ...[findSubject, exportSubject, eraseSubject, replayJournal],
  ...[getSystem, resumeMoney],
  ...[listSources, testSource],
]
