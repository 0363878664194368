-- A direct message can have several files: the first stays where it was.
alter table dms add column attachments jsonb not null default '[]';

create or replace function dms_changed() returns trigger language plpgsql as $$
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
    insert into file_uses select h, 'dm', service, hash from new_rows, hashes_of(file, attachments) h
    order by 1, 3, 4 on conflict do nothing;
    perform queue_documents('dms', array_agg(''::text), array_agg(hash)) from new_rows having count(*) > 0;
  end if;
  return null;
end $$;
