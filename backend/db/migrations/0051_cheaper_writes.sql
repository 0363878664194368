-- Posts and creators that come with a count bring the row of it along.
create or replace function posts_inserted() returns trigger language plpgsql as $$
begin
  insert into post_counts (service, id, "user", listed_at, hidden)
  select service, id, "user", listed_at, hidden from new_rows order by 1, 2 on conflict do nothing;
  perform apply_post_deltas(array_agg((service, "user", tags, 1)::post_delta)) from new_rows where not hidden having count(*) > 0;
  insert into file_uses select h, 'post', service, id from new_rows, hashes_of(file, attachments) h
  order by 1, 3, 4 on conflict do nothing;
  perform queue_documents('posts', array_agg(service), array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $$;

create or replace function creators_inserted() returns trigger language plpgsql as $$
begin
  insert into creator_counts (service, id) select service, id from new_rows order by 1, 2 on conflict do nothing;
  perform queue_documents('creators', array_agg(service), array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $$;

-- No index holds a column that every batch of posts changes, and pages keep room for the next versions of a row:
-- then an update writes to no index (HOT).
drop index creators_hidden;
create index creators_hidden on creators (service, id) where hidden;
alter table creators set (fillfactor = 80);
alter table creator_tags set (fillfactor = 80);
alter table discord_days set (fillfactor = 80);
alter table index_outbox set (fillfactor = 70);

-- Of a group of equal posts no more rows are read than linked profiles and one: if there are so many, two are of the same
-- profile, so that none repeats another, which those that are there say already.
create or replace function list_linked_posts(services text[], ids text[]) returns void language plpgsql as $$
begin
  delete from linked_posts l using unnest(services, ids) as x (service, id)
  where l.service = x.service and l.id = x.id;

  with added as materialized (
    select p.service, p.id, c.relation_id, p."user", p.listed_at,
      case when p.file ->> 'path' like '/__/__/%' then substr(p.file ->> 'path', 8, 64) end as file,
      case when p.attachments <> '[]'
        then (select md5(string_agg(h, '' order by h)) from hashes_of('{}', p.attachments) h) end as attachments
    from unnest(services, ids) as x (service, id) join posts p using (service, id)
      join creators c on c.service = p.service and c.id = p."user"
    where c.relation_id is not null and not p.hidden and not c.hidden
  ), people as materialized (
    select relation_id, count(*) as profiles from creators
    where relation_id in (select relation_id from added) group by 1
  ), files as materialized (
    select distinct relation_id, file, profiles from added join people using (relation_id) where file is not null
  ), sets as materialized (
    select distinct relation_id, attachments, profiles from added join people using (relation_id)
    where attachments is not null
  ), same as (
    select service, id, relation_id, "user", listed_at, file, attachments, true as is_new from added
    union all (
      select l.service, l.id, l.relation_id, l."user", l.listed_at, l.file, l.attachments, false
      from files f, lateral (
        select * from linked_posts l where l.relation_id = f.relation_id and l.file = f.file limit f.profiles + 1) l
      union
      select l.service, l.id, l.relation_id, l."user", l.listed_at, l.file, l.attachments, false
      from sets s, lateral (
        select * from linked_posts l where l.relation_id = s.relation_id and l.attachments = s.attachments
        limit s.profiles + 1) l
    )
  ), counted as (
    select *, count(*) over (partition by relation_id, file, service, "user") as file_uses,
      count(*) over (partition by relation_id, attachments, service, "user") as set_uses
    from same
  ), decided as materialized (
    select *, file is not null and max(file_uses) over (partition by relation_id, file) = 1
        and row_number() over (partition by relation_id, file order by listed_at desc, service, id) > 1 as repeats_file,
      attachments is not null and max(set_uses) over (partition by relation_id, attachments) = 1
        and row_number() over (partition by relation_id, attachments order by listed_at desc, service, id) > 1
        as repeats_attachments
    from counted
  ), changed as (
    -- Of a row that is there already only that is decided whose whole group was looked at.
    update linked_posts l set repeats_file = n.repeats_file, repeats_attachments = n.repeats_attachments
    from (
      select d.service, d.id, case when f.file is null then p.repeats_file else d.repeats_file end as repeats_file,
        case when s.attachments is null then p.repeats_attachments else d.repeats_attachments end as repeats_attachments
      from decided d join linked_posts p using (service, id) left join files f on (f.relation_id, f.file) = (d.relation_id, d.file)
        left join sets s on (s.relation_id, s.attachments) = (d.relation_id, d.attachments)
      where not d.is_new
    ) n
    where l.service = n.service and l.id = n.id
      and (l.repeats_file, l.repeats_attachments) is distinct from (n.repeats_file, n.repeats_attachments)
  )
  insert into linked_posts
    (service, id, relation_id, "user", listed_at, file, attachments, repeats_file, repeats_attachments)
  select service, id, relation_id, "user", listed_at, file, attachments, repeats_file, repeats_attachments
  from decided where is_new order by 1, 2;
end $$;
