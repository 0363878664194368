-- Counts and the index outbox are kept by statement triggers, in the transaction of whoever writes. Rows are
-- always touched in key order, so two writers wait for each other instead of deadlocking.

create function queue_documents(index_name text, services text[], ids text[]) returns void language sql as $$
  insert into index_outbox (index_name, service, id)
  select index_name, service, id from unnest(services, ids) as changed (service, id)
  group by service, id order by service, id
  on conflict on constraint index_outbox_pkey
  do update set version = index_outbox.version + 1, attempts = 0
$$;

-- creators ------------------------------------------------------------------------------------------------

create function creators_inserted() returns trigger language plpgsql as $$
begin
  perform queue_documents('creators', array_agg(service), array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $$;

create function creators_updated() returns trigger language plpgsql as $$
declare
  renamed record;
begin
  perform queue_documents('creators', array_agg(n.service), array_agg(n.id))
  from new_rows n join old_rows o using (service, id)
  where (n.name, n.public_id, n.favorited, n.updated, n.hidden, n.post_count)
    is distinct from (o.name, o.public_id, o.favorited, o.updated, o.hidden, o.post_count)
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

create function creators_deleted() returns trigger language plpgsql as $$
begin
  perform queue_documents('creators', array_agg(service), array_agg(id)) from old_rows having count(*) > 0;
  return null;
end $$;

create trigger creators_inserted after insert on creators referencing new table as new_rows
  for each statement execute function creators_inserted();
create trigger creators_updated after update on creators referencing new table as new_rows old table as old_rows
  for each statement execute function creators_updated();
create trigger creators_deleted after delete on creators referencing old table as old_rows
  for each statement execute function creators_deleted();

-- posts ---------------------------------------------------------------------------------------------------

create type post_delta as (service text, "user" text, tags text[], sign integer);

create function apply_post_deltas(deltas post_delta[]) returns void language plpgsql as $$
declare
  changed_tags text[];
begin
  update creators c set post_count = c.post_count + d.n
  from (select x.service, x."user", sum(x.sign) as n from unnest(deltas) x group by 1, 2 order by 1, 2) d
  where c.service = d.service and c.id = d."user" and d.n <> 0;

  update totals set count = count + d.n
  from (select coalesce(sum(x.sign), 0) as n from unnest(deltas) x) d
  where entity = 'posts' and d.n <> 0;

  insert into creator_tags as t (service, "user", tag, post_count)
  select x.service, x."user", tag, sum(x.sign) from unnest(deltas) x,
    lateral (select distinct tag from unnest(x.tags) tag) tags
  group by 1, 2, 3 having sum(x.sign) <> 0 order by 1, 2, 3
  on conflict (service, "user", tag) do update set post_count = t.post_count + excluded.post_count;

  with changed as (
    insert into tags as t (tag, post_count)
    select tag, sum(x.sign) from unnest(deltas) x,
      lateral (select distinct lower(tag) as tag from unnest(x.tags) tag) tags
    group by 1 having sum(x.sign) <> 0 order by 1
    on conflict (tag) do update set post_count = t.post_count + excluded.post_count
    returning t.tag
  )
  select array_agg(tag) from changed into changed_tags;
  if changed_tags is not null then
    perform queue_documents('tags', array_fill(''::text, array[cardinality(changed_tags)]), changed_tags);
  end if;
end $$;

create function hashes_of(file jsonb, attachments jsonb) returns setof text language sql immutable parallel safe as $$
  select distinct substring(path from '/([0-9a-f]{64})')
  from (select file ->> 'path' union all select a ->> 'path' from jsonb_array_elements(attachments) a) paths (path)
  where path is not null
$$;

create function posts_inserted() returns trigger language plpgsql as $$
begin
  perform apply_post_deltas(array_agg((service, "user", tags, 1)::post_delta)) from new_rows where not hidden having count(*) > 0;
  insert into file_uses select h, 'post', service, id from new_rows, hashes_of(file, attachments) h
  order by 1, 3, 4 on conflict do nothing;
  perform queue_documents('posts', array_agg(service), array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $$;

create function posts_updated() returns trigger language plpgsql as $$
begin
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

create function posts_deleted() returns trigger language plpgsql as $$
begin
  perform apply_post_deltas(array_agg((service, "user", tags, -1)::post_delta)) from old_rows where not hidden having count(*) > 0;
  delete from file_uses u using old_rows o where u.entity = 'post' and u.service = o.service and u.key = o.id;
  perform queue_documents('posts', array_agg(service), array_agg(id)) from old_rows having count(*) > 0;
  return null;
end $$;

create trigger posts_inserted after insert on posts referencing new table as new_rows
  for each statement execute function posts_inserted();
create trigger posts_updated after update on posts referencing new table as new_rows old table as old_rows
  for each statement execute function posts_updated();
create trigger posts_deleted after delete on posts referencing old table as old_rows
  for each statement execute function posts_deleted();

-- revisions, messages, creators' pictures and the rest: the files they name ----------------------------------

create function revisions_inserted() returns trigger language plpgsql as $$
begin
  insert into file_uses select h, 'revision', service, revision_id::text from new_rows, hashes_of(file, attachments) h
  order by 1, 3, 4 on conflict do nothing;
  return null;
end $$;
create function revisions_deleted() returns trigger language plpgsql as $$
begin
  delete from file_uses u using old_rows o where u.entity = 'revision' and u.service = o.service and u.key = o.revision_id::text;
  return null;
end $$;
create trigger revisions_inserted after insert on post_revisions referencing new table as new_rows
  for each statement execute function revisions_inserted();
create trigger revisions_deleted after delete on post_revisions referencing old table as old_rows
  for each statement execute function revisions_deleted();

-- dms -----------------------------------------------------------------------------------------------------

create function dms_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update creators c set dm_count = c.dm_count - d.n
    from (select service, "user", count(*) as n from old_rows where not hidden group by 1, 2) d
    where c.service = d.service and c.id = d."user";
    update totals set count = count - d.n from (select count(*) as n from old_rows where not hidden) d where entity = 'dms' and d.n > 0;
    delete from file_uses u using old_rows o where u.entity = 'dm' and u.service = o.service and u.key = o.hash;
    perform queue_documents('dms', array_agg(''::text), array_agg(hash)) from old_rows having count(*) > 0;
  end if;
  if tg_op <> 'DELETE' then
    update creators c set dm_count = c.dm_count + d.n
    from (select service, "user", count(*) as n from new_rows where not hidden group by 1, 2) d
    where c.service = d.service and c.id = d."user";
    update totals set count = count + d.n from (select count(*) as n from new_rows where not hidden) d where entity = 'dms' and d.n > 0;
    insert into file_uses select h, 'dm', service, hash from new_rows, hashes_of(file, '[]') h
    order by 1, 3, 4 on conflict do nothing;
    perform queue_documents('dms', array_agg(''::text), array_agg(hash)) from new_rows having count(*) > 0;
  end if;
  return null;
end $$;
create trigger dms_inserted after insert on dms referencing new table as new_rows for each statement execute function dms_changed();
create trigger dms_updated after update on dms referencing new table as new_rows old table as old_rows for each statement execute function dms_changed();
create trigger dms_deleted after delete on dms referencing old table as old_rows for each statement execute function dms_changed();

-- shares, chat servers, communities: small enough to count a row at a time ---------------------------------

create function count_share() returns trigger language plpgsql as $$
declare
  r shares := coalesce(new, old);
  n integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update creators set share_count = share_count + n where service = r.service and id = r."user";
  update totals set count = count + n where entity = 'shares';
  return null;
end $$;
create trigger shares_counted after insert or delete on shares for each row execute function count_share();

create function use_share_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from file_uses where hash = old.hash and entity = 'share' and key = old.share || '/' || old.position;
  else
    insert into file_uses values (new.hash, 'share', '', new.share || '/' || new.position) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger share_files_used after insert or delete on share_files for each row execute function use_share_file();

create function use_fancard_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from file_uses where hash = old.hash and entity = 'fancard' and key = old.id::text;
  else
    insert into file_uses values (new.hash, 'fancard', new.service, new.id::text) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger fancards_used after insert or delete on fancards for each row execute function use_fancard_file();

create function discord_messages_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update discord_channels c set post_count = c.post_count - d.n
    from (select channel, count(*) as n from old_rows group by 1 order by 1) d where c.id = d.channel;
    delete from file_uses u using old_rows o where u.entity = 'message' and u.service = 'discord' and u.key = o.id;
  end if;
  if tg_op <> 'DELETE' then
    update discord_channels c set post_count = c.post_count + d.n
    from (select channel, count(*) as n from new_rows group by 1 order by 1) d where c.id = d.channel;
    insert into file_uses select h, 'message', 'discord', id from new_rows, hashes_of('{}', attachments) h
    order by 1, 3, 4 on conflict do nothing;
  end if;
  return null;
end $$;
create trigger discord_messages_inserted after insert on discord_messages referencing new table as new_rows
  for each statement execute function discord_messages_changed();
create trigger discord_messages_updated after update on discord_messages referencing new table as new_rows old table as old_rows
  for each statement execute function discord_messages_changed();
create trigger discord_messages_deleted after delete on discord_messages referencing old table as old_rows
  for each statement execute function discord_messages_changed();

create function count_community_channel() returns trigger language plpgsql as $$
declare
  r community_channels := coalesce(new, old);
begin
  update creators set chat_count = chat_count + case tg_op when 'INSERT' then 1 else -1 end
  where service = r.service and id = r.creator_id;
  return null;
end $$;
create trigger community_channels_counted after insert or delete on community_channels
  for each row execute function count_community_channel();

create function count_community_message() returns trigger language plpgsql as $$
declare
  r community_messages := coalesce(new, old);
begin
  update community_channels set post_count = post_count + case tg_op when 'INSERT' then 1 else -1 end
  where channel_id = r.channel_id and r.parent_id is null;
  return null;
end $$;
create trigger community_messages_counted after insert or delete on community_messages
  for each row execute function count_community_message();
