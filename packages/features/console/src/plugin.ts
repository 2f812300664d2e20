import {
  Accounts,
  type ActingPerson,
  AdminSchemes,
  Brands,
  CONTRACT,
  DevelopmentMode,
  definePlugin,
  HostScopes,
  Ids,
  Logger,
  Mailer,
  optional,
  PublicAddress,
  Secrets,
  ServerBrand,
  SharedClock,
  service,
  Vault,
} from '@parakh/core'
import { consoleErrors } from './error-codes.ts'
import { forgetEnded } from './jobs.ts'
import { ConsoleMails, consoleMails } from './mails/console-mails.ts'
import { confirmPerson } from './operations/confirm-person.ts'
import { createPortalLink } from './operations/create-portal-link.ts'
import { listInvitations, revokeInvitation } from './operations/invitations.ts'
import { invitePerson } from './operations/invite-person.ts'
import * as me from './operations/me.ts'
import * as factors from './operations/own-factors.ts'
import * as people from './operations/people.ts'
import { endPortalSession, endPortalSessions, listPortalSessions } from './operations/portal-sessions.ts'
import { recoverPerson } from './operations/recover-person.ts'
import * as tokens from './operations/tokens.ts'
import { beginView, endView } from './operations/views.ts'
import { pageRoutes, site } from './pages/page-routes.ts'
import { pageBrands } from './pages/shown-brand.ts'
import { accountPeople } from './people/account-people.ts'
import { ConsoleParts } from './people/console-parts.ts'
import { operatorTies } from './people/operator-ties.ts'
import { acceptInvited, askInvitedCode, enterPortal, showInvitation } from './routes/link-routes.ts'
import { addOwnPasskey, askOwnPasskey, askPasskey, askPasskeyProof, enterPasskey } from './routes/passkey-routes.ts'
import { askProof, giveProof } from './routes/proof-routes.ts'
import { askCode, enterCode, getSession, openAccount, signOut } from './routes/sign-in-routes.ts'
import { beginSso, finishSso } from './routes/sso-routes.ts'
import { ConsoleSettings, consoleFaults } from './settings.ts'
import { peopleAccess } from './sign-in/access-of-person.ts'
import { Cookies, sessionCookies } from './sign-in/cookies.ts'
import { sessionScheme } from './sign-in/session-scheme.ts'
import { SingleSignOn, singleSignOn } from './sign-in/single-sign-on.ts'
import { consoleTables } from './tables/console-tables.ts'
import { passkeyStatements } from './tables/passkey-statements.ts'
import { peopleStatements } from './tables/people-statements.ts'
import { portalSessionStatements } from './tables/portal-session-statements.ts'
import { signInStatements } from './tables/sign-in-statements.ts'

/** The console: people, how they sign in, and what they may. */
export default definePlugin({
  ...{ id: 'console', contract: CONTRACT, errors: [consoleErrors] },
  settings: ConsoleSettings,
  check: consoleFaults,
  tables: consoleTables,
  statements: [passkeyStatements, peopleStatements, portalSessionStatements, signInStatements],
  services: [
    ...[site, pageBrands, peopleAccess, accountPeople, operatorTies],
    service(Cookies, { development: DevelopmentMode }, ({ development }) =>
      sessionCookies({ isDevelopment: development.isOn }),
    ),
    service(
      ConsoleMails,
      {
        ...{ mailer: optional(Mailer), brands: optional(Brands), accounts: Accounts, serverBrand: ServerBrand },
        ...{ address: PublicAddress, logger: Logger },
      },
      consoleMails,
    ),
    service(
      ConsoleParts,
      {
        ...{ tables: consoleTables, clock: SharedClock, ids: Ids, secrets: Secrets, vault: Vault },
        ...{ mails: ConsoleMails, scopes: HostScopes, brand: ServerBrand, development: DevelopmentMode },
        settings: ConsoleSettings,
      },
      ({ settings, brand, development, ...parts }) => ({
        ...parts,
        issuer: brand.name,
        renewed: new WeakMap<ActingPerson, string>(),
        signUp: settings.signUp ?? (development.isOn ? 'open' : 'invite'),
      }),
    ),
    service(
      SingleSignOn,
      { parts: ConsoleParts, settings: ConsoleSettings, logger: Logger },
      ({ parts, settings, logger }) => singleSignOn(parts, settings.sso, logger),
    ),
  ],
  contributes: [
    AdminSchemes.contribute({
      ...{ id: 'session', needs: { parts: ConsoleParts, cookies: Cookies } },
      make: ({ parts, cookies }) => sessionScheme(parts, cookies),
    }),
  ],
  routes: [
    ...[getSession, askCode, enterCode, openAccount, signOut, askProof, giveProof],
    ...[beginSso, finishSso],
    ...[showInvitation, askInvitedCode, acceptInvited, enterPortal],
    ...[askPasskey, enterPasskey, askPasskeyProof, askOwnPasskey, addOwnPasskey],
    ...pageRoutes,
  ],
  operations: [
    ...[me.getMe, me.renameMe, me.listSessions, me.endOwnSession, me.endOtherSessions],
    ...[factors.listPasskeys, factors.removeOwnPasskey],
    ...[factors.startOwnTotp, factors.confirmOwnTotp, factors.removeOwnTotp, factors.makeRecoveryCodes],
    ...[people.listPeople, people.changePerson, people.removePerson, invitePerson, recoverPerson, confirmPerson],
    ...[listInvitations, revokeInvitation, createPortalLink],
    listPortalSessions,
    endPortalSession,
    endPortalSessions,
    ...[beginView, endView],
    ...[tokens.listTokens, tokens.createToken, tokens.revokeToken, tokens.listTokenScopes],
  ],
  jobs: [forgetEnded],
})
