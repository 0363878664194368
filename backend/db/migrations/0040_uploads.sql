-- Files that people send, until they are published as shares (docs/decisions/0040-uploads.md). Private.

create table uploads (
  id text collate "C" primary key, -- 128 random bits: whoever has it may go on with one that has no account
  account integer references accounts on delete cascade,
  service text collate "C" not null,
  "user" text collate "C" not null,
  share text collate "C" not null, -- to be published in
  title text not null, -- of the share
  name text not null,
  size bigint not null check (size > 0),
  received bigint not null default 0 check (received between 0 and size), -- on the disk for good
  claimed text collate "C", -- SHA-256 by the sender's word
  state text not null default 'receiving'
    check (state in ('receiving', 'received', 'waiting', 'publishing', 'published', 'refused', 'failed')),
  hash text collate "C",
  ext text,
  mime text,
  scan text check (scan in ('clean', 'infected', 'not_scanned')),
  reason text, -- why it was refused or failed
  version integer not null default 1, -- of the decisions on it
  decided_by integer references accounts on delete set null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  leased_by text, -- the job that works on it
  leased_until timestamptz,
  foreign key (service, "user") references creators on delete cascade
);
create index uploads_by_account on uploads (account, created_at desc);
create index uploads_by_creator on uploads (service, "user");
create index uploads_left on uploads (changed_at) where state in ('received', 'publishing');
create index uploads_waiting on uploads (created_at, id) where state = 'waiting';
create index uploads_receiving on uploads (changed_at) where state = 'receiving';
