-- Rows of linked posts are written with what they repeat already decided, and once for all creators of a statement: linking
-- 100,000 posts must end well before the time limit of a statement (docs/decisions/0042-linking-many-posts.md).

drop trigger linked_posts_inserted on linked_posts;

create or replace function list_linked_posts(services text[], ids text[]) returns void language plpgsql
as $$
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
  ), files as materialized (
    select distinct relation_id, file from added where file is not null
  ), sets as materialized (
    select distinct relation_id, attachments from added where attachments is not null
  ), same as (
    select service, id, relation_id, "user", listed_at, file, attachments, true as is_new from added
    union all (
      select l.service, l.id, l.relation_id, l."user", l.listed_at, l.file, l.attachments, false
      from linked_posts l join files using (relation_id, file)
      union
      select l.service, l.id, l.relation_id, l."user", l.listed_at, l.file, l.attachments, false
      from linked_posts l join sets using (relation_id, attachments)
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

drop trigger creator_linked on creators;
create or replace function creator_linked() returns trigger language plpgsql as $$
begin
  perform list_linked_posts(array_agg(p.service), array_agg(p.id))
  from new_rows n join old_rows o using (service, id) join posts p on p.service = n.service and p."user" = n.id
  where (n.relation_id, n.hidden) is distinct from (o.relation_id, o.hidden)
    and coalesce(o.relation_id, n.relation_id) is not null
  having count(*) > 0;
  return null;
end $$;
create trigger creator_linked after update on creators referencing new table as new_rows old table as old_rows
  for each statement execute function creator_linked();
