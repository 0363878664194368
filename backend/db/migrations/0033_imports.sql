-- Imports with session keys, their queue, saved keys and DMs that wait for approval (docs/decisions/0035-importer.md).
-- All tables are private: no cached answer, search document or export is made of them.

-- Public halves of the keys that importers hold; the newest seals.
create table importer_keys (
  fingerprint text collate "C" primary key, -- SHA-256
  public_key text not null, -- PEM
  created_at timestamptz not null default now()
);

-- Processes that import, and which connector each has for which service.
create table importers (
  id text collate "C" primary key,
  connectors jsonb not null, -- {"patreon": "gallery-dl"}
  seen_at timestamptz not null default now()
);

-- Services whose imports operators stopped for now.
create table import_pauses (
  service text collate "C" primary key
);

create table service_keys (
  id integer generated always as identity primary key,
  account integer not null references accounts on delete cascade,
  service text collate "C" not null,
  key_hash bytea not null,
  sealed bytea not null,
  sealed_by text collate "C" not null,
  save_dms boolean not null,
  added timestamptz not null default now(),
  dead boolean not null default false,
  auto_import boolean not null default false,
  next_import_at timestamptz,
  unique (account, service, key_hash)
);
create index service_keys_due on service_keys (next_import_at) where auto_import and not dead;

-- The queue itself.
create table imports (
  id text collate "C" primary key, -- 128 random bits: whoever has it may see the import
  service text collate "C" not null,
  account integer references accounts on delete cascade,
  service_key integer references service_keys on delete set null,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'invalid_key', 'canceled')),
  priority integer not null default 0,
  key_hash bytea not null,
  sealed bytea, -- null when it is not needed any more
  sealed_by text collate "C" not null,
  save_dms boolean not null,
  created_at timestamptz not null default now(),
  first_started_at timestamptz,
  current_try_started_at timestamptz,
  resuming_at timestamptz,
  finished_at timestamptz,
  key_failed_at timestamptz,
  retry_count integer not null default 0,
  attempt integer not null default 0, -- fences what a process writes that has lost its lease
  lease_until timestamptz,
  sub_count integer not null default 0,
  added integer not null default 0,
  reason text,
  check (save_dms = false or account is not null)
);
-- A key that is submitted again while its import is under way is that import.
create unique index imports_of_key on imports (service, key_hash) where state in ('queued', 'running');
create unique index imports_running on imports (service, account) where state = 'running';
create index imports_waiting on imports (priority desc, created_at) where state in ('queued', 'running');
create index imports_by_created on imports (created_at desc, id);
create index imports_by_account on imports (account);
create index imports_by_service_key on imports (service_key, created_at desc);
create index imports_by_finished on imports (finished_at);

create table import_logs (
  import text collate "C" not null references imports on delete cascade,
  id bigint generated always as identity,
  line text not null,
  at timestamptz not null default now(),
  primary key (import, id)
);
create index import_logs_by_time on import_logs (at);

-- Where the next import with the same key goes on.
create table connector_states (
  service text collate "C" not null,
  key_hash bytea not null,
  state jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (service, key_hash)
);

create table pending_dms (
  account integer not null references accounts on delete cascade,
  service text collate "C" not null,
  hash text collate "C" not null,
  import text collate "C" references imports on delete set null,
  "user" text collate "C" not null,
  fields json not null, -- the record of docs/bundle.md, without its files
  files json not null default '[]', -- [{name, path}] below the folder pending-dms of the data folder
  status text not null default 'pending' check (status in ('pending', 'ignored')),
  imported_at timestamptz not null default now(),
  primary key (account, service, hash)
);
create index pending_dms_by_import on pending_dms (import);
