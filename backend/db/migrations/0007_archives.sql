-- What our own reading of a file's bytes found out (decision 0008). Beside archive_listings, which bundles carry: this
-- says nothing of the content, so it stays here and may be deleted at any time to have the files read again.
create table archive_readings (
  hash text collate "C" primary key references files on delete cascade,
  fault text, -- why there is no listing; null where there is one
  truncated boolean not null default false, -- the listing holds the first names only
  at timestamptz not null default now()
);
