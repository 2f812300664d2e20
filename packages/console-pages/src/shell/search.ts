/** What stands in the address: where one works, and the filters of a page. Texts, each once. */
export type Search = Readonly<Record<string, string | undefined>>
