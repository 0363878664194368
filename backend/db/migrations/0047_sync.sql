-- Sync between a person's devices (docs/decisions/0047-sync.md). The server cannot read any of it.
create table sync_accounts (
  account integer primary key references accounts on delete cascade,
  key_id text collate "C" not null, -- derived from the person's words, as the key is
  seq integer not null default 0, -- of the last segment
  snapshot integer not null default 0 -- segments up to it were replaced by a snapshot
);

create table sync_segments (
  account integer not null references sync_accounts on delete cascade,
  seq integer not null,
  device text collate "C" not null,
  number integer not null, -- the device's own, used once
  bytes bytea not null check (octet_length(bytes) <= 262144),
  pushed_at timestamptz not null default now(),
  primary key (account, seq),
  unique (account, device, number)
);
-- What is encrypted cannot be compressed.
alter table sync_segments alter column bytes set storage external;
