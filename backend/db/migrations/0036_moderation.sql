-- Content that is hidden and can be shown again (docs/decisions/0037-moderation.md).

-- A row hides (`held`) until it is undone or, at `purge_at`, deletes what it names.
alter table takedowns
  add column kind text not null default 'takedown' check (kind in ('takedown', 'hidden')), -- by administrators, by moderators
  add column comment text collate "C", -- one comment of the post
  add column share text collate "C", -- one share of the creator
  add column file text collate "C", -- SHA-256, wherever it is used; service and "user" are ''
  add column held boolean not null default false, -- still stored
  add column hid boolean not null default false, -- it was visible before
  add column purge_at timestamptz, -- null: never
  add column entry bigint, -- of the audit log
  drop constraint takedowns_service_user_post_key,
  add constraint takedowns_target unique nulls not distinct (service, "user", post, comment, share, file);
create index takedowns_due on takedowns (purge_at) where held;

-- Files of held takedowns are not sent, and not deleted either.
alter table removed_files add column held boolean not null default false;
drop index removed_files_left;
create index removed_files_left on removed_files (hash) where not gone and not held;

alter table comments add column hidden boolean not null default false;

alter table shares add column hidden boolean not null default false;
drop index shares_by_added;
create index shares_by_added on shares (added desc, id) include (service, "user") where not hidden;

create or replace function count_share() returns trigger language plpgsql as $function$
declare
  r shares := coalesce(new, old);
  n integer := case when tg_op = 'DELETE' then 0 else (not new.hidden)::integer end
    - case when tg_op = 'INSERT' then 0 else (not old.hidden)::integer end;
begin
  update creators set share_count = share_count + n where service = r.service and id = r."user" and n <> 0;
  update totals set count = count + n where entity = 'shares' and n <> 0;
  return null;
end $function$;
drop trigger shares_counted on shares;
create trigger shares_counted after insert or delete or update of hidden on shares
  for each row execute function count_share();

-- Whether anything that visitors can see uses a file; icons and banners are not looked at.
create function is_used(wanted text) returns boolean language sql stable as $function$
  select exists (
    select from file_uses u where u.hash = wanted and case u.entity
      when 'post' then exists (
        select from posts p join creators c on c.service = p.service and c.id = p."user"
        where p.service = u.service and p.id = u.key and not p.hidden and not c.hidden)
      when 'revision' then exists (
        select from post_revisions r join posts p on p.service = r.service and p.id = r.id
        join creators c on c.service = p.service and c.id = p."user"
        where r.revision_id = u.key::bigint and not p.hidden and not c.hidden)
      when 'dm' then exists (
        select from dms d join creators c on c.service = d.service and c.id = d."user"
        where d.hash = u.key and not d.hidden and not c.hidden)
      when 'fancard' then exists (
        select from fancards f join creators c on c.service = f.service and c.id = f.user_id
        where f.id = u.key::bigint and not c.hidden)
      when 'share' then exists (
        select from shares s join creators c on c.service = s.service and c.id = s."user"
        where s.id = left(u.key, length(u.key) - position('/' in reverse(u.key))) and not s.hidden and not c.hidden)
      when 'message' then exists (
        select from discord_messages m join discord_channels h on h.id = m.channel
        join creators c on c.service = h.service and c.id = h.server_id
        where m.id = u.key and not c.hidden)
      else true end)
$function$;

-- A post has one open flag at most; those that were decided stay with what the post was.
alter table post_flags
  drop constraint post_flags_pkey,
  add column flag bigint generated always as identity primary key,
  add column state text not null default 'open' check (state in ('open', 'resolved')),
  add column version integer not null default 1, -- of the decisions on it
  add column content json; -- the post as it was when flagged
create unique index post_flags_open on post_flags (service, id) where state = 'open';
create index post_flags_by_post on post_flags (service, id);
create index post_flags_by_state on post_flags (state, created_at, flag);

-- Who asked for what, and what undid it.
alter table audit_log
  add column reason text,
  add column parent bigint references audit_log, -- of one change of many objects
  add column reverts bigint unique references audit_log;
create index audit_log_by_subject on audit_log (subject, id);
create index audit_log_by_parent on audit_log (parent) where parent is not null;

-- Rows are only added; an account that is deleted leaves its rows without a name.
create function keep_audit() returns trigger language plpgsql as $function$
begin
  if tg_op = 'UPDATE' and new.actor is null then
    old.actor := null;
    if new is not distinct from old then return new; end if;
  end if;
  raise exception 'Rows of the audit log are not changed.';
end $function$;
create trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit();
