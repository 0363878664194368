-- Requests that two creators be shown as accounts of one person. Decided ones stay, so
-- that a moderator finds what was decided before.
create table creator_link_requests (
  id integer generated always as identity primary key,
  requester integer references accounts on delete set null,
  from_service text collate "C" not null,
  from_id text collate "C" not null,
  to_service text collate "C" not null,
  to_id text collate "C" not null,
  reason text,
  created_at timestamptz not null default now(),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  decided_by integer references accounts on delete set null,
  decided_at timestamptz,
  check ((from_service, from_id) <> (to_service, to_id)),
  foreign key (from_service, from_id) references creators on delete cascade,
  foreign key (to_service, to_id) references creators on delete cascade
);
-- Two creators are asked about once at a time, whichever way round.
create unique index creator_link_requests_pending on creator_link_requests (
  least(from_service || '/' || from_id, to_service || '/' || to_id),
  greatest(from_service || '/' || from_id, to_service || '/' || to_id)) where status = 'pending';
create index creator_link_requests_by_requester on creator_link_requests (requester);
create index creator_link_requests_by_from on creator_link_requests (from_service, from_id);
create index creator_link_requests_by_to on creator_link_requests (to_service, to_id);
