import { defineErrorTable } from '@parakh/core'

const refusal = (status: number, text: string) => ({ text, status })

/** The errors of the console. */
export const consoleErrors = defineErrorTable('console', {
  ADMIN_API_REQUIRED: 'The console has nothing to ask: the admin API is switched off. Allowed: admin.enabled: true',
  ALREADY_MEMBER: 'This address has a role there already. Allowed: a change of that role',
  ALREADY_SIGNED_UP: 'This person has an account already, or is opening one right now',
  CODE_ENDED: refusal(401, 'This code was used or tried too often, or its 10 minutes are over. Allowed: a new one'),
  CODE_WRONG: refusal(401, 'The code is wrong'),
  CONFIRMED_BY_ANOTHER: refusal(
    403,
    'You cannot confirm this operator: unconfirmed invitations connect you. Another operator must confirm it, or the command line of the host',
  ),
  FACTOR_REQUIRED: 'Operators need a second factor, and this is the last. Allowed: another one before it',
  INVITATION_ELSEWHERE: refusal(403, 'This invitation cannot be accepted at this host. Open it at {url}'),
  INVITATION_NOT_FOUND: 'There is no such invitation, or it was used, revoked or ended',
  INVITATION_NOT_PROVEN: refusal(
    401,
    'Accepting this invitation needs the code sent to its address, or a session of that address',
  ),
  LAST_OWNER: 'This is the last owner. Allowed: another owner before it',
  MAIL_LIMIT_REACHED: refusal(
    429,
    'Too many emails were sent by this account or to this address in 24 hours. Retry after {until} IST',
  ),
  MAIL_REQUIRED: 'No mail can be sent, so {what}. Allowed: the section mail',
  NOT_A_MEMBER: refusal(403, 'This person has no role there, or the account is suspended or closed'),
  OWNER_PROTECTED: refusal(403, 'Only people of the account or an operator can remove or demote an owner'),
  PASSKEY_NOT_FOUND: 'There is no such passkey',
  PASSKEY_REFUSED: refusal(401, 'The passkey is not genuine, not of this host, or came too late'),
  PORTAL_LINK_ENDED: refusal(401, 'This link was used, or its 5 minutes are over. Allowed: a new one'),
  REQUEST_FORGED: refusal(
    403,
    'The request does not come from a page of this host. Allowed: Sec-Fetch-Site: same-origin or an Origin of this host, X-Console-Page: 1, and a body of application/json',
  ),
  ROLE_INVALID: 'There is no role {role} {where}. Allowed: {allowed}',
  ROLE_TOO_HIGH: refusal(
    403,
    'The role {role} may more than you: you lack {lacking}. Allowed: roles that may at most what you may',
  ),
  SCOPE_TOO_WIDE: refusal(403, 'You have not the scope {scope}. Allowed: scopes that you have'),
  SECOND_FACTOR_REQUIRED: refusal(403, 'This sign-in is not complete. Allowed: a proof by {methods}'),
  SESSION_ENDED: refusal(401, 'This session has ended, or there is none. Allowed: signing in'),
  SESSION_LIMITED: refusal(
    403,
    'This session began at the host of a brand and reaches only the accounts of that brand. Sign in at {url} to do this',
  ),
  SESSION_NOT_FOUND: 'There is no such session',
  SESSION_THERE: 'Somebody else is signed in here. Allowed: the same with replace: true',
  SIGN_UP_CLOSED: refusal(403, 'Nobody can sign up here. Allowed: an invitation'),
  SSO_ADDRESS_REFUSED: refusal(403, 'This address may not sign in by {name}. Allowed: addresses of {domains}'),
  SSO_NOT_FOUND: 'There is no such identity provider',
  SSO_REFUSED: refusal(401, '{name} did not confirm who you are. Allowed: another try'),
  SSO_UNREACHABLE: refusal(502, '{name} cannot be reached. Allowed: another try, or a code by mail'),
  TOO_MANY_ATTEMPTS: refusal(429, 'There were too many attempts. Allowed: the same in {seconds} seconds'),
  TOTP_NOT_STARTED: 'No authenticator waits for its first code. Allowed: totp.start before',
  TOTP_THERE: 'An authenticator is in force already. Allowed: its removal before another one',
})
