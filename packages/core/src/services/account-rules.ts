import { coreErrors } from '../error-codes.ts'
import { isVerhoeff } from '../formats/check-digits.ts'
import { isPrintable } from '../formats/printable-text.ts'
import { exactDecimal, type Money } from '../money.ts'
import { ENVIRONMENTS, type Environment } from '../outcome.ts'
import { type Account, type KycDocument, type KycState, ROLES, type Role } from './accounts.ts'
import { checkFreeText } from './free-text.ts'

const LONGEST_NAME = 120
const MOST_DOCUMENTS = 20
const KIND = /^[a-z0-9][a-z0-9_-]{0,31}$/
const LONGEST_REFERENCE = 200
const PAN = /(?<![A-Z0-9])[A-Z]{5}[0-9]{4}[A-Z](?![A-Z0-9])/i
const TWELVE_DIGITS = /(?<![0-9])[2-9][0-9]{3}[ -]?[0-9]{4}[ -]?[0-9]{4}(?![0-9])/g

/** The roles that may be below any account. */
const UNDER_ANY: ReadonlySet<Role> = new Set<Role>(['developer', 'customer'])

/** The allowed next states of each KYC state. */
const KYC_MOVES: Readonly<Record<KycState, readonly KycState[]>> = {
  pending: ['submitted', 'approved'],
  submitted: ['submitted', 'approved', 'rejected'],
  approved: [],
  rejected: ['submitted'],
}

/** @throws `ACCOUNT_NAME_INVALID`, `IDENTITY_NUMBER_NOT_ALLOWED` */
export function checkAccountName(name: string): void {
  if (name.trim() === '' || name.length > LONGEST_NAME || !isPrintable(name))
    throw coreErrors.error('ACCOUNT_NAME_INVALID', { length: name.length })
  checkFreeText('name', name)
}

/**
 * Checks that an account may have this parent: a reseller one of the role above its own, a developer or a customer any (decisions.md
 * section 10). The store detects cycles.
 *
 * @throws `ACCOUNT_PARENT_NOT_ALLOWED`, `ACCOUNT_CLOSED` when the parent is closed.
 */
export function checkParent(role: Role, parent: Account): void {
  requireOpen(parent)
  if (UNDER_ANY.has(role)) return
  const above = ROLES[ROLES.indexOf(role) - 1]
  if (above !== undefined && parent.role === above) return
  throw coreErrors.error('ACCOUNT_PARENT_NOT_ALLOWED', { role, parent: parent.role, allowed: above ?? 'no parent' })
}

/** @throws `ACCOUNT_CLOSED` */
export function requireOpen({ id, status }: Account): void {
  if (status === 'closed') throw coreErrors.error('ACCOUNT_CLOSED', { id })
}

/**
 * An account that owes is not closed: it would have no further funds to repay from.
 *
 * @param debts What it owes, by environment.
 * @throws `ACCOUNT_OWES`
 */
export function requireNothingOwed(id: string, debts: Readonly<Record<Environment, Money>>): void {
  for (const environment of ENVIRONMENTS) {
    const owed = debts[environment]
    if (owed > 0) throw coreErrors.error('ACCOUNT_OWES', { id, environment, owed: exactDecimal(owed) })
  }
}

/** @throws `KYC_MOVE_NOT_ALLOWED` */
export function checkKycMove({ id, kyc }: Account, to: KycState): void {
  const allowed = KYC_MOVES[kyc]
  if (allowed.includes(to)) return
  throw coreErrors.error('KYC_MOVE_NOT_ALLOWED', { id, from: kyc, to, allowed: allowed.join(', ') || 'nothing' })
}

/**
 * Checks references of documents. One that contains a PAN or an Aadhaar number is refused: the audit log would keep it permanently.
 *
 * @throws `KYC_DOCUMENTS_INVALID`
 */
export function checkKycDocuments(documents: readonly KycDocument[]): void {
  const fault = (detail: string) => coreErrors.error('KYC_DOCUMENTS_INVALID', { detail })
  if (documents.length < 1 || documents.length > MOST_DOCUMENTS) throw fault(`there are ${documents.length}`)
  for (const [place, { kind, reference }] of documents.entries()) {
    const which = `number ${place + 1}`
    checkFreeText('kind of a document', kind)
    if (!KIND.test(kind)) throw fault(`the kind of ${which} is not 1 to 32 lower-case letters, digits, _ and -`)
    if (reference.trim() === '' || reference.length > LONGEST_REFERENCE || !isPrintable(reference))
      throw fault(`the reference of ${which} is not 1 to ${LONGEST_REFERENCE} printable characters`)
    if (holdsIdentity(reference)) throw fault(`the reference of ${which} holds an identity number`)
  }
}

const holdsIdentity = (text: string): boolean =>
  PAN.test(text) || (text.match(TWELVE_DIGITS) ?? []).some((found) => isVerhoeff(found.replace(/[ -]/g, '')))
