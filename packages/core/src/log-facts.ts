/** Facts of a log line: never an input, a secret, a URL or an identity number. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>
