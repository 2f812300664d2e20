import { defineErrorTable } from '@parakh/core'

/** Errors of this package; those of its endpoints stand with the endpoints. */
export const ifscErrors = defineErrorTable('ifsc', {
  DIRECTORY_UNREADABLE:
    'The bundled code list {path} is missing or damaged. Install @parakh/ifsc again, or in a checkout run: pnpm --filter @parakh/ifsc run data',
  IMPORT_FILE_UNREADABLE: 'Cannot read {file}: {reason}',
  IMPORT_COLUMNS_MISSING: '{file} lacks the column(s) {missing}. The first line must name: {needed}, in any order',
})
