-- Documents whose counts alone have changed are pushed a minute later, with all that came until then (decision 0052).
-- queued_at: the time from which the row waits; in the future for counts.
-- due_again: the same of what has changed since an indexer claimed the row.
alter table index_outbox add column due_again timestamptz;

drop function queue_documents(text, text[], text[]);

create function queue_documents(index_name text, services text[], ids text[], delay interval default '0')
returns void language sql as $$
  insert into index_outbox (index_name, service, id, queued_at)
  select index_name, service, id, now() + delay from unnest(services, ids) as changed (service, id)
  group by service, id order by service, id
  on conflict on constraint index_outbox_pkey
  do update set version = index_outbox.version + 1, attempts = 0,
    queued_at = case when index_outbox.leased_by is null then least(index_outbox.queued_at, excluded.queued_at) else index_outbox.queued_at end,
    due_again = case when index_outbox.leased_by is not null then least(index_outbox.due_again, excluded.queued_at) end
$$;

create function counts_delay() returns interval language sql immutable parallel safe as $$ select interval '1 minute' $$;

-- What an import changes of every creator waits; what says who a creator is does not.
create or replace function creators_updated() returns trigger language plpgsql as $$
declare
  renamed record;
begin
  perform queue_documents('creators', array_agg(n.service), array_agg(n.id))
  from new_rows n join old_rows o using (service, id)
  where (n.name, n.public_id, n.hidden) is distinct from (o.name, o.public_id, o.hidden)
  having count(*) > 0;
  perform queue_documents('creators', array_agg(n.service), array_agg(n.id), counts_delay())
  from new_rows n join old_rows o using (service, id)
  where (n.updated, n.post_count) is distinct from (o.updated, o.post_count)
    and (n.name, n.public_id, n.hidden) is not distinct from (o.name, o.public_id, o.hidden)
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

create or replace function creator_counts_updated() returns trigger language plpgsql as $$
begin
  perform queue_documents('creators', array_agg(n.service), array_agg(n.id), counts_delay()),
    pg_notify('roost_changes', 'creator_counts')
  from new_rows n join old_rows o using (service, id) where n.favorites <> o.favorites having count(*) > 0;
  return null;
end $$;

-- A tag that begins or ceases to be used does not wait.
create or replace function apply_post_deltas(deltas post_delta[]) returns void language plpgsql as $$
declare
  counted text[];
  other text[];
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

  with deltas_of_tags as materialized (
    select tag, sum(x.sign) as n from unnest(deltas) x,
      lateral (select distinct lower(tag) as tag from unnest(x.tags) tag) tags
    group by 1 having sum(x.sign) <> 0
  ), changed as (
    insert into tags as t (tag, post_count) select tag, n from deltas_of_tags order by 1
    on conflict (tag) do update set post_count = t.post_count + excluded.post_count
    returning t.tag, t.post_count
  )
  select array_agg(c.tag) filter (where c.post_count > 0 and c.post_count <> d.n),
    array_agg(c.tag) filter (where c.post_count = 0 or c.post_count = d.n)
  from changed c join deltas_of_tags d on d.tag = c.tag collate "C" into counted, other;
  if counted is not null then
    perform queue_documents('tags', array_fill(''::text, array[cardinality(counted)]), counted, counts_delay());
  end if;
  if other is not null then
    perform queue_documents('tags', array_fill(''::text, array[cardinality(other)]), other);
  end if;
end $$;
