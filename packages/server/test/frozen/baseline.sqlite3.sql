CREATE INDEX `parakh_account_beneath` on `parakh_account` (`parent_id`);
CREATE TABLE `parakh_account` (`id` text not null, `name` text not null, `role` text not null, `parent_id` text null, `status` text not null, `kyc` text not null, `apis` text null, `version` bigint not null default '0', `created_at` bigint not null, foreign key(`parent_id`) references `parakh_account`(`id`), primary key (`id`));
CREATE UNIQUE INDEX `parakh_admin_token_name` on `parakh_admin_token` (`name`);
CREATE UNIQUE INDEX `parakh_admin_token_secret` on `parakh_admin_token` (`secret_hash`);
CREATE TABLE `parakh_admin_token` (`id` text not null, `name` text not null, `account_id` text null, `scopes` text not null, `secret_hash` text not null, `pepper_id` text not null, `created_at` bigint not null, `expires_at` bigint null, `revoked_at` bigint null, foreign key(`account_id`) references `parakh_account`(`id`), primary key (`id`));
CREATE TABLE parakh_analytics_latency (account_id text not null, environment text not null, day integer not null, endpoint text not null,
  key_id text not null, buckets text not null, primary key (account_id, environment, day, endpoint, key_id)) without rowid;
CREATE TABLE parakh_analytics_roll_up (account_id text not null, environment text not null, day integer not null, endpoint text not null,
  key_id text not null, outcome text not null, code text not null, calls bigint not null,
  charged bigint not null, primary key (account_id, environment, day, endpoint, key_id, outcome, code)) without rowid;
CREATE TABLE parakh_analytics_rolled_up (id integer not null primary key, through_id bigint not null);
CREATE INDEX `parakh_api_key_account_id_index` on `parakh_api_key` (`account_id`);
CREATE INDEX `parakh_api_key_previous_secret_hash_index` on `parakh_api_key` (`previous_secret_hash`);
CREATE UNIQUE INDEX `parakh_api_key_public_id_unique` on `parakh_api_key` (`public_id`);
CREATE INDEX `parakh_api_key_secret_hash_index` on `parakh_api_key` (`secret_hash`);
CREATE UNIQUE INDEX parakh_api_key_subject_once on parakh_api_key (account_id, scheme, subject, environment) where scheme is not null;
CREATE TABLE `parakh_api_key` (`id` text not null, `account_id` text not null, `environment` text not null, `public_id` text not null, `label` text not null, `status` text not null, `version` integer not null, `secret_version` integer not null default '1', `secret_hash` text null, `pepper_id` text null, `previous_secret_hash` text null, `previous_pepper_id` text null, `previous_until` bigint null, `restrictions` text not null, `expires_at` bigint null, `exposed_at` bigint null, `created_at` bigint not null, `revoked_at` bigint null, `scheme` text null, `subject` text null, `subject_version` bigint null, primary key (`id`));
CREATE INDEX `parakh_audit_of_account` on `parakh_audit` (`account_id`, `id`);
CREATE INDEX `parakh_audit_of_subject` on `parakh_audit` (`subject`, `id`);
CREATE TABLE `parakh_audit` (`id` text not null, `at` bigint not null, `actor` text not null, `action` text not null, `subject` text not null, `account_id` text null, `before` text null, `after` text null, primary key (`id`));
CREATE TRIGGER parakh_audit_no_delete before delete on parakh_audit
  begin select raise(abort, 'the audit log is appended to only'); end;
CREATE TRIGGER parakh_audit_no_update before update on parakh_audit
  begin select raise(abort, 'the audit log is appended to only'); end;
CREATE INDEX `parakh_auth_nonce_until_index` on `parakh_auth_nonce` (`until`);
CREATE TABLE `parakh_auth_nonce` (`digest` text not null, `until` bigint not null, primary key (`digest`));
CREATE UNIQUE INDEX `parakh_call_claim` on `parakh_call` (`claim`, `account_id`, `environment`);
CREATE INDEX parakh_call_open on parakh_call (lease_until) where phase in ('held', 'dispatched', 'accepted');
CREATE INDEX parakh_call_pending on parakh_call (environment) where async_state = 'pending' and charged > 0;
CREATE UNIQUE INDEX `parakh_call_reference` on `parakh_call` (`reference`);
CREATE UNIQUE INDEX parakh_call_unique_key on parakh_call (unique_key, account_id, environment) where unique_key is not null;
CREATE TABLE `parakh_call` (`id` integer not null primary key autoincrement, `reference` text not null, `account_id` text not null, `environment` text not null, `key_id` text not null, `endpoint` text not null, `request_id` text not null, `claim` text null, `unique_key` text null, `fingerprint` text not null, `phase` text not null, `epoch` integer not null, `owner` text not null, `price` bigint not null default '0', `price_version` text not null, `legs` text not null, `pool` text null, `charged` bigint not null default '0', `refunded` bigint not null default '0', `lease_until` bigint not null, `at` bigint not null, `settled_at` bigint null, `status` integer null, `async_state` text null, `operation` text null, `provider` text null);
CREATE TABLE `parakh_call_input` (`call_id` integer not null, `input` blob not null, primary key (`call_id`));
CREATE TABLE `parakh_clawback` (`reference` text not null, `reversed_id` text not null, primary key (`reference`));
CREATE INDEX parakh_closing_commission on parakh_closing_balance (ledger_account, environment) where substr(ledger_account, 1, 11) = 'commission:';
CREATE TABLE `parakh_closing_balance` (`ledger_account` text not null, `environment` text not null, `balance` bigint not null, `version` bigint null, primary key (`ledger_account`, `environment`));
CREATE TABLE `parakh_commission_rollup` (`id` text not null, `ledger_account` text not null, `environment` text not null, `amount` bigint not null, `entries` bigint not null, `at` bigint not null, primary key (`ledger_account`, `environment`, `id`));
CREATE INDEX `parakh_consent_subject_index` on `parakh_consent` (`subject`);
CREATE TABLE `parakh_consent` (`id` integer not null primary key autoincrement, `account_id` text not null, `environment` text not null, `reference` text not null, `subject` text not null, `purpose` text not null, `notice` text not null, `artefact` text not null, `ip` text not null, `at` bigint not null);
CREATE TABLE `parakh_counter` (`account_id` text not null, `environment` text not null, `name` text not null, `period` text not null, `value` bigint not null, primary key (`account_id`, `environment`, `name`, `period`));
CREATE UNIQUE INDEX `parakh_credit_once` on `parakh_credit` (`account_id`, `environment`, `reference`);
CREATE TABLE `parakh_credit` (`id` text not null, `account_id` text not null, `environment` text not null, `reference` text not null, `amount` bigint not null default '0', `actor` text not null, `at` bigint not null, primary key (`id`));
CREATE TABLE `parakh_data_key` (`account_id` text not null, `master_key_id` text not null, `wrapped` blob not null, `created_at` bigint not null, primary key (`account_id`));
CREATE INDEX parakh_funding_by_state on parakh_funding_record (state, id);
CREATE INDEX parakh_funding_from_account on parakh_funding_record (from_account_id, created_at);
CREATE INDEX parakh_funding_of_account on parakh_funding_record (account_id, id);
CREATE TABLE parakh_funding_record (
  id text primary key, account_id text not null references parakh_account (id), environment text not null,
  method text not null, state text not null, amount bigint not null, reversed bigint not null, reference text,
  from_account_id text, rail text, utr text, gateway text, gateway_order_id text, gateway_asked_at bigint,
  payment_id text, reason text, approvals text not null, suspended_account integer not null,
  created_by text not null, created_at bigint not null, updated_at bigint not null
  );
CREATE INDEX parakh_funding_reference_of on parakh_funding_reference (funding_id);
CREATE TABLE parakh_funding_reference (reference text primary key, funding_id text not null);
CREATE TABLE parakh_funding_suspense (
  id text primary key, gateway text not null, payment_id text not null, amount bigint not null,
  currency text not null, reference text, reason text not null, state text not null, resolution text,
  created_at bigint not null, updated_at bigint not null, unique (gateway, payment_id)
  );
CREATE TABLE parakh_invoicing_billing_details (
  account_id text not null primary key references parakh_account (id), name text not null, gstin text,
  state_code text not null, address text not null
  );
CREATE INDEX parakh_invoicing_invoice_credited on parakh_invoicing_invoice (invoice);
CREATE UNIQUE INDEX parakh_invoicing_invoice_gapless on parakh_invoicing_invoice (series, financial_year, sequence);
CREATE INDEX parakh_invoicing_invoice_newest on parakh_invoicing_invoice (issued_at, number);
CREATE INDEX parakh_invoicing_invoice_of_account on parakh_invoicing_invoice (account_id, issued_at, number);
CREATE UNIQUE INDEX parakh_invoicing_invoice_of_month on parakh_invoicing_invoice (account_id, month) where month is not null;
CREATE TABLE parakh_invoicing_invoice (
  number text not null primary key, kind text not null, series text not null, financial_year text not null,
  sequence bigint not null, account_id text not null, month text, invoice text, total bigint not null,
  contents text not null, issued_at bigint not null, issued_by text not null
  );
CREATE TRIGGER parakh_invoicing_invoice_no_delete before delete on parakh_invoicing_invoice
  begin select raise(abort, 'an invoice that was issued is never changed'); end;
CREATE TRIGGER parakh_invoicing_invoice_no_update before update on parakh_invoicing_invoice
  begin select raise(abort, 'an invoice that was issued is never changed'); end;
CREATE TABLE parakh_invoicing_series (
  series text not null, financial_year text not null, last bigint not null, primary key (series, financial_year)
  );
CREATE INDEX parakh_job_due on parakh_job (run_at) where state = 'waiting';
CREATE INDEX parakh_job_due_by_kind on parakh_job (name, run_at, id) where state = 'waiting';
CREATE INDEX parakh_job_leased on parakh_job (lease_until) where state = 'running';
CREATE UNIQUE INDEX `parakh_job_slot` on `parakh_job` (`slot`);
CREATE TABLE `parakh_job` (`id` text not null, `name` text not null, `payload` blob null, `account_id` text null, `environment` text null, `run_at` bigint not null, `attempt` integer not null default '0', `attempts` integer not null, `state` text not null default 'waiting', `owner` text null, `lease_until` bigint null, `error` text null, `slot` text null, `created_at` bigint not null, primary key (`id`));
CREATE TABLE `parakh_key_request` (`actor` text not null, `name` text not null, `key_id` text not null, `at` bigint not null, primary key (`actor`, `name`));
CREATE TABLE `parakh_key_window` (`key_id` text not null, `windows` text not null, primary key (`key_id`));
CREATE TABLE `parakh_kyc_file` (`account_id` text not null, `documents` text not null, `submitted_at` bigint null, `decided_at` bigint null, `reason` text null, primary key (`account_id`));
CREATE TABLE `parakh_ledger_archive` (`last_period` bigint not null, `first_period` bigint not null, `sha256` text not null, `tallies` text not null, `archived_at` bigint not null, primary key (`last_period`));
CREATE INDEX parakh_commission_month on parakh_ledger_entry (ledger_account, environment, at) where substr(ledger_account, 1, 11) = 'commission:';
CREATE INDEX parakh_commission_tail on parakh_ledger_entry (ledger_account, environment) where substr(ledger_account, 1, 11) = 'commission:' and rolled_up is null;
CREATE UNIQUE INDEX parakh_entry_version on parakh_ledger_entry (ledger_account, environment, version) where version is not null;
CREATE INDEX parakh_receivable_of on parakh_ledger_entry (ledger_account, environment) where substr(ledger_account, 1, 11) = 'receivable:';
CREATE TABLE `parakh_ledger_entry` (`id` integer not null primary key autoincrement, `transaction_id` text not null, `kind` text not null, `ledger_account` text not null, `environment` text not null, `amount` bigint not null default '0', `previous` bigint null, `balance` bigint null, `version` bigint null, `actor` text not null, `request_id` text not null, `price_version` text not null, `at` bigint not null, `reason` text null, `rolled_up` text null);
CREATE TABLE `parakh_ledger_guard` (`id` integer not null, `owner` text not null, `lease_until` bigint not null, `checked_id` bigint not null, `wallet_account` text not null, `wallet_environment` text not null, `period` bigint not null, primary key (`id`));
CREATE UNIQUE INDEX `parakh_ledger_period_hash_unique` on `parakh_ledger_period` (`hash`);
CREATE TABLE `parakh_ledger_period` (`number` bigint not null, `after_id` bigint not null, `through_id` bigint not null, `contents` text not null, `previous_hash` text not null, `hash` text not null, `closed_at` bigint not null, primary key (`number`));
CREATE TABLE `parakh_migration` (`id` integer not null primary key autoincrement, `name` varchar(255), `batch` integer, `migration_time` datetime);
CREATE TABLE `parakh_migration_gate` (id integer primary key);
CREATE TABLE `parakh_migration_lock` (`index` integer not null primary key autoincrement, `is_locked` integer);
CREATE TABLE `parakh_money_state` (`id` integer not null, `mode` text not null, `reason` text not null, `since` bigint not null, `lost_from` bigint null, `lost_until` bigint null, `wallet_driver` text not null default 'ledger', primary key (`id`));
CREATE UNIQUE INDEX `parakh_outbox_id` on `parakh_outbox` (`id`);
CREATE UNIQUE INDEX `parakh_outbox_sequence` on `parakh_outbox` (`account_id`, `environment`, `sequence`);
CREATE INDEX parakh_outbox_waiting on parakh_outbox (position) where delivered_at is null;
CREATE TABLE `parakh_outbox` (`position` integer not null primary key autoincrement, `id` text not null, `type` text not null, `account_id` text not null, `environment` text not null, `sequence` bigint not null, `data` text not null, `at` bigint not null, `delivered_at` bigint null, `delivered_sinks` text null, `replay_of` text null, `endpoint_id` text null);
CREATE TABLE `parakh_outbox_lease` (`sink` text not null, `owner` text not null, `lease_until` bigint not null, primary key (`sink`));
CREATE INDEX parakh_plans_subscription_due on parakh_plans_subscription (id) where state <> 'ended';
CREATE INDEX parakh_plans_subscription_of on parakh_plans_subscription (account_id, id);
CREATE UNIQUE INDEX parakh_plans_subscription_open on parakh_plans_subscription (account_id) where state <> 'ended';
CREATE INDEX parakh_plans_subscription_revision on parakh_plans_subscription (revision);
CREATE TABLE parakh_plans_subscription (
  id text not null primary key,
  account_id text not null references parakh_account (id),
  plan text not null,
  terms text not null,
  state text not null,
  period text not null,
  begins_at bigint not null,
  ends_at bigint not null,
  next_plan text,
  grace_until bigint,
  price bigint not null,
  paid bigint not null,
  pool_limit bigint,
  reported_percent integer not null default 0,
  started_at bigint not null,
  ended_at bigint,
  revision bigint not null
  );
CREATE INDEX parakh_record_ending on parakh_record (keep_until) where keep_until is not null;
CREATE INDEX `parakh_record_newest` on `parakh_record` (`account_id`, `environment`, `collection`, `position`);
CREATE UNIQUE INDEX `parakh_record_once` on `parakh_record` (`account_id`, `environment`, `collection`, `id`);
CREATE TABLE `parakh_record` (`position` integer not null primary key autoincrement, `collection` text not null, `account_id` text not null, `environment` text not null, `id` text not null, `state` text not null, `version` integer not null, `value` blob not null, `keep_until` bigint null, `created_at` bigint not null, `updated_at` bigint not null);
CREATE INDEX `parakh_record_key_of` on `parakh_record_key` (`account_id`, `environment`, `collection`, `record_id`);
CREATE TABLE `parakh_record_key` (`account_id` text not null, `environment` text not null, `collection` text not null, `name` text not null, `hash` text not null, `record_id` text not null, primary key (`account_id`, `environment`, `collection`, `name`, `hash`, `record_id`));
CREATE INDEX parakh_resale_attempt_at on parakh_resale_attempt (at, id);
CREATE TABLE parakh_resale_attempt (
  id integer primary key, at bigint not null, reference text not null, account_id text not null,
  environment text not null, endpoint text not null, provider text not null, operation text not null,
  outcome text not null, cost bigint not null
  );
CREATE UNIQUE INDEX parakh_resale_brand_host on parakh_resale_brand (host);
CREATE TABLE parakh_resale_brand (
  account_id text not null primary key references parakh_account (id), host text not null, name text not null,
  support_email text, colour text
  );
CREATE TABLE parakh_resale_commission_rate (
  account_id text not null primary key references parakh_account (id),
  basis_points integer not null check (basis_points >= 0 and basis_points <= 10000)
  );
CREATE TABLE parakh_resale_operation_cost (
  place integer primary key, id text not null unique, plugin text not null, operation text not null,
  cost bigint not null, valid_from bigint not null, created_at bigint not null, actor text not null
  );
CREATE INDEX parakh_resale_price_of_endpoint on parakh_resale_price (endpoint, revision);
CREATE TABLE parakh_resale_price (
  revision bigint not null primary key,
  id text not null,
  owner_account_id text references parakh_account (id),
  endpoint text not null,
  tier text,
  account_id text references parakh_account (id),
  role text,
  from_calls bigint not null,
  price bigint,
  valid_from bigint not null,
  created_at bigint not null,
  actor text not null
  );
CREATE TABLE `parakh_response` (`call_id` integer not null, `body` blob not null, primary key (`call_id`));
CREATE TABLE `parakh_revision` (`name` text not null, `revision` bigint not null, primary key (`name`));
CREATE TABLE `parakh_serve_lock` (`id` integer not null, `owner` text not null, `pid` integer not null, `host` text not null, `heartbeat` bigint not null, primary key (`id`));
CREATE INDEX `parakh_shared_record_newest` on `parakh_shared_record` (`collection`, `created_at`, `id`);
CREATE TABLE `parakh_shared_record` (`collection` text not null, `id` text not null, `value` text not null, `version` integer not null default '1', `created_at` bigint not null, `updated_at` bigint not null, primary key (`collection`, `id`));
CREATE INDEX parakh_usage_by_request on parakh_usage (account_id, environment, request_id, at);
CREATE INDEX parakh_usage_of_wallet on parakh_usage (account_id, environment, at);
CREATE TABLE parakh_usage (id integer not null primary key autoincrement, account_id text not null, environment text not null, key_id text not null, reference text not null,
  request_id text not null, endpoint text not null, status integer not null, outcome text not null, code text,
  latency_ms integer not null, charged bigint not null default 0, ip text not null, at bigint not null, calls integer not null default 1);
CREATE TABLE `parakh_wallet` (`account_id` text not null, `environment` text not null, `posted` bigint not null default '0', `held` bigint not null default '0', `owed` bigint not null default '0', `version` bigint not null default '0', `requests_day` text not null default '', `requests_today` bigint not null default '0', `requests_total` bigint not null default '0', `event_sequence` bigint not null default '0', `alert` text null, `calls` text null, primary key (`account_id`, `environment`), constraint parakh_wallet_available check (posted - held >= 0), constraint parakh_wallet_held check (held >= 0), constraint parakh_wallet_owed check (owed >= 0 and (owed = 0 or posted = held)));
CREATE INDEX `parakh_wallet_task_due` on `parakh_wallet_task` (`next_at`);
CREATE TABLE `parakh_wallet_task` (`reference` text not null, `step` text not null, `account_id` text not null, `environment` text not null, `amount` bigint not null, `at` bigint not null, `attempts` bigint not null default '0', `next_at` bigint not null, `error` text null, primary key (`reference`, `step`), constraint parakh_wallet_task_amount check (amount > 0));
CREATE INDEX parakh_webhooks_attempt_due on parakh_webhooks_attempt (queue, scheduled_at, id) where status = 'pending';
CREATE INDEX parakh_webhooks_attempt_newest on parakh_webhooks_attempt (endpoint_id, id);
CREATE INDEX parakh_webhooks_attempt_of_event on parakh_webhooks_attempt (event_id, endpoint_id);
CREATE UNIQUE INDEX parakh_webhooks_attempt_once on parakh_webhooks_attempt (event_id, endpoint_id)
  where attempt < 2 and queue = endpoint_id;
CREATE TABLE parakh_webhooks_attempt (
  id text primary key, queue text not null, endpoint_id text not null, event_id text not null,
  event_type text not null, attempt integer not null, status text not null, http_status integer,
  latency_ms integer, error text, response_excerpt text, scheduled_at bigint not null, attempted_at bigint,
  replay_of text
  );
CREATE INDEX parakh_webhooks_body_at on parakh_webhooks_body (at);
CREATE TABLE parakh_webhooks_body (event_id text primary key, body blob not null, at bigint not null);
CREATE INDEX parakh_webhooks_endpoint_of on parakh_webhooks_endpoint (account_id, environment);
CREATE TABLE parakh_webhooks_endpoint (
  id text primary key, account_id text not null references parakh_account (id), environment text not null,
  url text not null, description text not null, events text, after_sequence bigint not null, status text not null,
  disabled_reason text, secret blob not null, next_secret blob, next_from bigint, failing_since bigint,
  queue_owner text, queue_until bigint, created_at bigint not null
  );
CREATE TABLE sqlite_sequence(name,seq);
insert into parakh_analytics_rolled_up: {"id":1,"through_id":0};
insert into parakh_ledger_guard: {"id":1,"owner":"","lease_until":0,"checked_id":0,"wallet_account":"","wallet_environment":"","period":0};
insert into parakh_money_state: {"id":1,"mode":"on","reason":"","since":0,"lost_from":null,"lost_until":null,"wallet_driver":"ledger"};
insert into parakh_revision: {"name":"account-tree","revision":0};
insert into parakh_revision: {"name":"plugin/analytics","revision":0};
insert into parakh_revision: {"name":"plugin/funding","revision":0};
insert into parakh_revision: {"name":"plugin/invoicing","revision":0};
insert into parakh_revision: {"name":"plugin/plans","revision":0};
insert into parakh_revision: {"name":"plugin/resale","revision":0};
insert into parakh_revision: {"name":"plugin/webhooks","revision":0};
