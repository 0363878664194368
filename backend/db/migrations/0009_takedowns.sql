-- What was taken down and must not come back (docs/decisions/0011-takedowns.md). One takedown commits at a time, so
-- `seq` grows in the order of the commits and nobody who reads on behind a number misses one.
create table takedowns (
  seq bigint generated always as identity primary key,
  service text collate "C" not null,
  "user" text collate "C" not null,
  post text collate "C", -- null: the creator and everything of theirs
  reason text not null default '',
  taken_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (service, "user", post)
);

-- Files that nothing else used. Rows stay, so that the bytes are not brought in again.
create table removed_files (
  hash text collate "C" primary key,
  path text not null, -- /aa/bb/<sha256><ext>
  takedown bigint not null references takedowns on delete cascade,
  gone boolean not null default false -- the bytes are deleted from the store
);
create index removed_files_by_takedown on removed_files (takedown);
create index removed_files_left on removed_files (hash) where not gone;

select watch_changes('takedowns');
select watch_changes('removed_files');
