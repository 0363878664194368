-- Folders of downloads that administrators send, and their imports (docs/decisions/0033-importing-downloads.md). Private.

create table download_imports (
  id text collate "C" primary key,
  account integer references accounts on delete set null,
  state text not null default 'receiving'
    check (state in ('receiving', 'scanning', 'scanned', 'importing', 'done', 'failed')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  zone text not null default 'UTC',
  creators json not null default '[]', -- who the content of a folder is of, where nothing in it says so
  preview json, -- as written: the order of keys is that of the contract
  progress json,
  result json,
  problems json not null default '[]', -- the first 500
  problems_count integer not null default 0,
  error text,
  leased_by text, -- the process that works on it
  leased_until timestamptz
);
create index download_imports_by_created on download_imports (created_at desc);
create index download_imports_waiting on download_imports (changed_at) where state in ('scanning', 'importing');
