-- Counts that people cause are kept apart from content (docs/decisions/0023-counters.md): a favorite appends one row to
-- favorite_deltas, and a roll-up adds these to the counts at most once a minute. No post and no creator is rewritten.

create table post_counts (
  service text collate "C" not null,
  id text collate "C" not null,
  favorites integer not null default 0 check (favorites >= 0),
  -- Copies of the post's columns, kept by triggers, so that one index ranks popular posts.
  "user" text collate "C" not null,
  listed_at timestamptz not null,
  hidden boolean not null,
  primary key (service, id),
  foreign key (service, id) references posts on delete cascade
);
insert into post_counts select service, id, greatest(fav_count, 0), "user", listed_at, hidden from posts;
create index post_counts_popular on post_counts
  (((listed_at at time zone 'UTC')::date), favorites desc, listed_at desc, service, id)
  include ("user") where not hidden;

create table creator_counts (
  service text collate "C" not null,
  id text collate "C" not null,
  favorites integer not null default 0 check (favorites >= 0),
  changed xid8 not null default '0', -- transaction that last changed it, as in creators
  primary key (service, id),
  foreign key (service, id) references creators on delete cascade
);
insert into creator_counts select service, id, greatest(favorited, 0) from creators;
create index creator_counts_by_favorites on creator_counts (favorites desc, service, id);
create index creator_counts_by_changed on creator_counts (changed);

create table favorite_deltas (
  entity text collate "C" not null check (entity in ('creator', 'post')),
  service text collate "C" not null,
  id text collate "C" not null,
  delta smallint not null check (delta in (-1, 1))
);
create index favorite_deltas_by_target on favorite_deltas (entity, service, id) include (delta);

-- One row: when deltas were last added to the counts.
create table favorite_rollup (
  singleton boolean primary key default true check (singleton),
  ran_at timestamptz not null default '-infinity'
);
insert into favorite_rollup default values;

-- A row of counts for each post and creator ----------------------------------------------------------------

create or replace function posts_inserted() returns trigger language plpgsql as $$
begin
  insert into post_counts (service, id, "user", listed_at, hidden)
  select service, id, "user", listed_at, hidden from new_rows order by 1, 2;
  perform apply_post_deltas(array_agg((service, "user", tags, 1)::post_delta)) from new_rows where not hidden having count(*) > 0;
  insert into file_uses select h, 'post', service, id from new_rows, hashes_of(file, attachments) h
  order by 1, 3, 4 on conflict do nothing;
  perform queue_documents('posts', array_agg(service), array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $$;

create or replace function posts_updated() returns trigger language plpgsql as $$
begin
  update post_counts c set "user" = n."user", listed_at = n.listed_at, hidden = n.hidden
  from (
    select n.* from new_rows n join old_rows o using (service, id)
    where (n."user", n.listed_at, n.hidden) is distinct from (o."user", o.listed_at, o.hidden) order by n.service, n.id
  ) n where c.service = n.service and c.id = n.id;
  perform apply_post_deltas(array_agg(d)) from (
    select (service, "user", tags, -1)::post_delta as d from old_rows where not hidden
    union all
    select (service, "user", tags, 1)::post_delta from new_rows where not hidden
  ) deltas having count(*) > 0;
  delete from file_uses u using old_rows o join new_rows n using (service, id)
  where (o.file, o.attachments) is distinct from (n.file, n.attachments)
    and u.entity = 'post' and u.service = o.service and u.key = o.id;
  insert into file_uses select h, 'post', n.service, n.id
  from old_rows o join new_rows n using (service, id), hashes_of(n.file, n.attachments) h
  where (o.file, o.attachments) is distinct from (n.file, n.attachments)
  order by 1, 3, 4 on conflict do nothing;
  perform queue_documents('posts', array_agg(service), array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $$;

create or replace function creators_inserted() returns trigger language plpgsql as $$
begin
  insert into creator_counts (service, id) select service, id from new_rows order by 1, 2;
  perform queue_documents('creators', array_agg(service), array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $$;

create or replace function creators_updated() returns trigger language plpgsql as $$
declare
  renamed record;
begin
  perform queue_documents('creators', array_agg(n.service), array_agg(n.id))
  from new_rows n join old_rows o using (service, id)
  where (n.name, n.public_id, n.updated, n.hidden, n.post_count)
    is distinct from (o.name, o.public_id, o.updated, o.hidden, o.post_count)
  having count(*) > 0;
  -- Counts change with every batch of posts, names hardly ever: only then are the creator's posts looked for.
  for renamed in
    select n.service, n.id from new_rows n join old_rows o using (service, id)
    where (n.name, n.hidden) is distinct from (o.name, o.hidden) order by 1, 2
  loop
    perform queue_documents('posts', array_agg(p.service), array_agg(p.id))
    from posts p where p.service = renamed.service and p."user" = renamed.id having count(*) > 0;
    perform queue_documents('dms', array_agg(''::text), array_agg(d.hash))
    from dms d where d.service = renamed.service and d."user" = renamed.id having count(*) > 0;
  end loop;
  return null;
end $$;

drop trigger creator_marked on creators;
create trigger creator_marked before update on creators for each row
  when ((old.name, old.indexed, old.updated, old.hidden) is distinct from (new.name, new.indexed, new.updated, new.hidden))
  execute function mark_creator();

alter table posts drop column fav_count; -- and with it the index posts_popular
alter table creators drop column favorited; -- and creators_by_favorited

-- A changed count queues its document and notifies a topic of its own -----------------------------------------

create function post_counts_updated() returns trigger language plpgsql as $$
begin
  perform queue_documents('posts', array_agg(n.service), array_agg(n.id)), pg_notify('roost_changes', 'post_counts')
  from new_rows n join old_rows o using (service, id) where n.favorites <> o.favorites having count(*) > 0;
  return null;
end $$;
create trigger post_counts_updated after update on post_counts referencing new table as new_rows old table as old_rows
  for each statement execute function post_counts_updated();

create function creator_counts_updated() returns trigger language plpgsql as $$
begin
  perform queue_documents('creators', array_agg(n.service), array_agg(n.id)), pg_notify('roost_changes', 'creator_counts')
  from new_rows n join old_rows o using (service, id) where n.favorites <> o.favorites having count(*) > 0;
  return null;
end $$;
create trigger creator_counts_updated after update on creator_counts referencing new table as new_rows old table as old_rows
  for each statement execute function creator_counts_updated();

create function mark_creator_count() returns trigger language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  return new;
end $$;
create trigger creator_count_marked before update on creator_counts for each row
  when (old.favorites <> new.favorites) execute function mark_creator_count();
