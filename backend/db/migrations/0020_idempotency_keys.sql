-- Answers of requests that carried an Idempotency-Key, kept for a day (decision 0026). A row commits with the effect of
-- its request, so either both are there or neither.
create table idempotency_keys (
  scope text collate "C" not null,
  key text collate "C" not null,
  request bytea not null,
  status smallint,
  body text,
  created timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_by_created on idempotency_keys (created);
