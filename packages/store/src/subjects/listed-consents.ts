/** The rows of `consent` that are listed as consents: in SQL as it stands, because an index of them has the same condition. */
export const LISTED_CONSENTS = "environment = 'production' and artefact <> ''"
