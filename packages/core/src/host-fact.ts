/** Names something that the embedding application knows of a request, such as its session. Equal ids are the same fact. */
export class HostFact<out T> {
  declare readonly type: () => T
  constructor(readonly id: string) {}
}

/**
 * Makes the name of a fact.
 *
 * @param id Unique in an application: `acme.session`.
 * @example
 * const Session = hostFact<{ userId: string; accountId: string }>('acme.session')
 */
export const hostFact = <T>(id: string): HostFact<T> => new HostFact<T>(id)

/** The value of a fact for one request. */
export interface Provided {
  readonly fact: string
  readonly value: unknown
}

/**
 * Gives a fact its value for one request; null and undefined: there is none.
 *
 * @example
 * app.register(parakh, { config, facts: (request) => [provide(Session, request.session)] })
 */
export const provide = <T>(fact: HostFact<T>, value: NoInfer<T> | null | undefined): Provided => ({
  fact: fact.id,
  value,
})
