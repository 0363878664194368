-- How long takedowns hide before they delete, and what people affected ask for (docs/decisions/0037-moderation.md).

alter table site_settings add column takedown_days integer not null default 30 check (takedown_days >= 0);

-- Private: no cached answer is made of it.
create table takedown_requests (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique, -- SHA-256 of what the link to its status ends with
  kind text not null check (kind in ('owner', 'person', 'counter')),
  addresses text not null,
  statement text not null,
  name text not null,
  contact text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'rejected')),
  version integer not null default 1,
  answer text not null default '',
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
create index takedown_requests_by_state on takedown_requests (state, created_at, id);
