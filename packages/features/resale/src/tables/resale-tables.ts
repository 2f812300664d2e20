import { defineTables, sql } from '@parakh/core'

/** The rows of resale. `brand`: one for each account, each host once. */
export const resaleTables = defineTables('resale', {
  tables: ['brand'],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, index }) => [
        sql`create table ${t.brand} (
          account_id text not null primary key references ${account} (id), host text not null, name text not null,
          support_email text, colour text
        )`,
        sql`create unique index ${index('brand_host')} on ${t.brand} (host)`,
      ],
    },
  ],
})
