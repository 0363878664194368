-- Hashes of files that imports of downloads have read, so that the same file is not read again. Nobody is shown them.
create table imported_files (
  place text collate "C" primary key, -- absolute, each byte a character: names need not be UTF-8
  size bigint not null,
  mtime double precision not null, -- milliseconds
  hash text collate "C" not null
);
