-- The posts of linked creators as one list for each relation_id (docs/decisions/0041-one-person.md). Triggers keep it: posts
-- that visitors cannot see are not in it, nor are those of creators without links.
create table linked_posts (
  service text collate "C" not null,
  id text collate "C" not null,
  relation_id integer not null,
  "user" text collate "C" not null,
  listed_at timestamptz not null, -- that of the post
  file text collate "C", -- SHA-256 of the main file
  attachments text collate "C", -- checksum of the set of attachments
  -- A newer post of another of the creators has the same. Such a post is folded into that one. What one creator uses in
  -- several posts, such as a cover, folds none.
  repeats_file boolean not null default false,
  repeats_attachments boolean not null default false,
  primary key (service, id),
  foreign key (service, id) references posts on delete cascade
);
create index linked_posts_listed on linked_posts (relation_id, listed_at desc, service, id)
  where not (repeats_file or repeats_attachments);
create index linked_posts_by_file on linked_posts (relation_id, file) where file is not null;
create index linked_posts_by_attachments on linked_posts (relation_id, attachments) where attachments is not null;

-- After a change of rows, all with the same file or attachments are folded or unfolded again.
create function linked_posts_changed() returns trigger language plpgsql as $$
declare
  part text;
begin
  foreach part in array array['file', 'attachments'] loop
    execute format('
      update linked_posts l set %2$I = n.repeats
      from (
        select service, id, max(uses) over (partition by relation_id, %1$I) = 1
          and row_number() over (partition by relation_id, %1$I order by listed_at desc, service, id) > 1 as repeats
        from (
          select l.*, count(*) over (partition by relation_id, %1$I, l.service, l."user") as uses
          from linked_posts l join (select distinct relation_id, %1$I from changed) c using (relation_id, %1$I)
        ) same
      ) n
      where l.service = n.service and l.id = n.id and l.%2$I <> n.repeats', part, 'repeats_' || part);
  end loop;
  return null;
end $$;
create trigger linked_posts_inserted after insert on linked_posts referencing new table as changed
  for each statement execute function linked_posts_changed();
create trigger linked_posts_deleted after delete on linked_posts referencing old table as changed
  for each statement execute function linked_posts_changed();

create function list_linked_posts(services text[], ids text[]) returns void language sql as $$
  delete from linked_posts l using unnest(services, ids) as x (service, id)
  where l.service = x.service and l.id = x.id;
  insert into linked_posts (service, id, relation_id, "user", listed_at, file, attachments)
  select p.service, p.id, c.relation_id, p."user", p.listed_at, (select h from hashes_of(p.file, '[]') h),
    (select md5(string_agg(h, '' order by h)) from hashes_of('{}', p.attachments) h)
  from unnest(services, ids) as x (service, id) join posts p using (service, id)
    join creators c on c.service = p.service and c.id = p."user"
  where c.relation_id is not null and not p.hidden and not c.hidden
  order by 1, 2
$$;

-- Deleted posts take their rows along by the foreign key.
create function posts_linked() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform list_linked_posts(array_agg(n.service), array_agg(n.id))
    from new_rows n join creators c on c.service = n.service and c.id = n."user"
    where c.relation_id is not null having count(*) > 0;
  else
    perform list_linked_posts(array_agg(n.service), array_agg(n.id))
    from new_rows n join old_rows o using (service, id)
    where (n."user", n.listed_at, n.hidden, n.file, n.attachments)
        is distinct from (o."user", o.listed_at, o.hidden, o.file, o.attachments)
      and exists (
        select from creators c
        where c.service = n.service and c.id in (n."user", o."user") and c.relation_id is not null)
    having count(*) > 0;
  end if;
  return null;
end $$;
create trigger posts_linked_new after insert on posts referencing new table as new_rows
  for each statement execute function posts_linked();
create trigger posts_linked after update on posts referencing new table as new_rows old table as old_rows
  for each statement execute function posts_linked();

create function creator_linked() returns trigger language plpgsql as $$
begin
  perform list_linked_posts(array_agg(service), array_agg(id)) from posts
  where service = new.service and "user" = new.id having count(*) > 0;
  return null;
end $$;
create trigger creator_linked after update of relation_id, hidden on creators for each row
  when ((old.relation_id, old.hidden) is distinct from (new.relation_id, new.hidden)
    and coalesce(old.relation_id, new.relation_id) is not null)
  execute function creator_linked();

select list_linked_posts(array_agg(p.service), array_agg(p.id))
from posts p join creators c on c.service = p.service and c.id = p."user"
where c.relation_id is not null having count(*) > 0;

select watch_changes('linked_posts');
