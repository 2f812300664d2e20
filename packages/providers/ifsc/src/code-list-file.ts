/** The code list that the package carries. This file stands directly in `src`, as deep as its built form does in `dist`. */
export const CODE_LIST_FILE: URL = new URL('../data/directory.json.br', import.meta.url)
