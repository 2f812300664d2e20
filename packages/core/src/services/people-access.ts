import { token } from '../token.ts'

/** A span of time. `until` is excluded. */
export interface AccessTime {
  readonly from: Date
  readonly until: Date
}
/** A session of a person, as far as it is still kept. */
export interface AccessSession {
  readonly id: string
  readonly from: Date
  /** Its end, or when it was last seen. */
  readonly until: Date
  readonly address: string
  /** What the browser said it was. */
  readonly agent: string
}
/** A role that a person had for a time. */
export interface AccessRole extends AccessTime {
  /** Null: an operator. */
  readonly accountId: string | null
  readonly role: string
  readonly scopes: readonly string[]
}
/** Through what a person came in. */
export interface PersonAccess {
  readonly sessions: readonly AccessSession[]
  readonly roles: readonly AccessRole[]
}
/** The sessions and roles of people, for who has to say what they could have seen. */
export interface PeopleAccess {
  /** Null: there is no such person. A role whose beginning nobody knows begins with the time that is asked for. */
  of(personId: string, time: AccessTime): Promise<PersonAccess | null>
}
/** The people of a host that has a console. */
export const PeopleAccess = token<PeopleAccess>('core.people-access', { broughtBy: '@parakh/console' })
