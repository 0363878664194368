-- Private feeds of favorites: whoever has the address reads one, until it is replaced or deleted.
create table favorites_feeds (
  account integer primary key references accounts on delete cascade,
  token_hash bytea not null unique, -- SHA-256: the address is shown once
  created_at timestamptz not null default now()
);
