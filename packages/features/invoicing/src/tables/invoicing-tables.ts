import { defineTables, type Sql, sql, type TableHandle } from '@parakh/core'

/** Has the database refuse to change or delete an invoice, whoever asks. */
function refuseChanges(invoice: TableHandle, dialect: 'sqlite3' | 'pg', index: (name: string) => Sql): readonly Sql[] {
  if (dialect === 'pg')
    return [
      sql`create function ${index('invoice_refuse')}() returns trigger language plpgsql as
        $$ begin raise exception 'an invoice that was issued is never changed'; end $$`,
      sql`create trigger ${index('invoice_append_only')} before update or delete or truncate on ${invoice}
        for each statement execute function ${index('invoice_refuse')}()`,
    ]
  return [
    sql`create trigger ${index('invoice_no_update')} before update on ${invoice}
      begin select raise(abort, 'an invoice that was issued is never changed'); end`,
    sql`create trigger ${index('invoice_no_delete')} before delete on ${invoice}
      begin select raise(abort, 'an invoice that was issued is never changed'); end`,
  ]
}

/**
 * Who is invoiced, and what was: invoices are added only, as the database itself sees to. `contents` is JSON: everything that stands on the document.
 * `month_done` has a row for each account and month that was closed by itself. `series` has the last number of each series and financial year: its row is locked until the number is used.
 */
export const invoicingTables = defineTables('invoicing', {
  tables: ['billing_details', 'series', 'invoice', 'month_done'],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, index, dialect }) => [
        sql`create table ${t.billing_details} (
          account_id text not null primary key references ${account} (id), name text not null, gstin text,
          state_code text not null, address text not null
        )`,
        sql`create table ${t.series} (
          series text not null, financial_year text not null, last bigint not null, primary key (series, financial_year)
        )`,
        sql`create table ${t.invoice} (
          number text not null primary key, kind text not null, series text not null, financial_year text not null,
          sequence bigint not null, account_id text not null, month text, invoice text, total bigint not null,
          contents text not null, issued_at bigint not null, issued_by text not null
        )`,
        sql`create unique index ${index('invoice_gapless')} on ${t.invoice} (series, financial_year, sequence)`,
        sql`create unique index ${index('invoice_of_month')} on ${t.invoice} (account_id, month) where month is not null`,
        sql`create index ${index('invoice_of_account')} on ${t.invoice} (account_id, issued_at, number)`,
        sql`create index ${index('invoice_newest')} on ${t.invoice} (issued_at, number)`,
        sql`create index ${index('invoice_credited')} on ${t.invoice} (invoice)`,
        ...refuseChanges(t.invoice, dialect, index),
      ],
    },
    {
      id: '0002-month-done',
      up: ({ t, account }) => [
        sql`create table ${t.month_done} (
          account_id text not null references ${account} (id), month text not null, primary key (account_id, month)
        )`,
      ],
    },
  ],
})
