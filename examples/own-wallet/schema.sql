-- What each customer can spend, in micro-rupees.
create table own_balance (
  account_id text primary key,
  available bigint not null check (available >= 0)
);

-- One row for each reference. "over": captured or released, or released before it was reserved (a tombstone).
create table own_reservation (
  reference text primary key,
  held bigint not null default 0 check (held >= 0),
  over boolean not null default false
);

-- The result of each step that was taken, by its idempotency key.
create table own_step (
  key text primary key,
  result text not null check (result in ('reserved', 'insufficient', 'done'))
);
