-- Search can ask for posts with comments (docs/decisions/0039-query-language.md): a post is indexed again when it gets
-- its first visible comment or loses its last one.
create function queue_commented_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform queue_documents('posts', array_agg(n.service), array_agg(n.post))
    from (
      select distinct n.service, n.post from new_rows n join old_rows o using (service, post, id)
      where n.hidden <> o.hidden
    ) n having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform queue_documents('posts', array_agg(n.service), array_agg(n.post))
    from (select service, post, count(*) as added from new_rows where not hidden group by 1, 2) n
    where n.added = (select count(*) from comments m where m.service = n.service and m.post = n.post and not m.hidden)
    having count(*) > 0;
  else
    perform queue_documents('posts', array_agg(o.service), array_agg(o.post))
    from (select distinct service, post from old_rows where not hidden) o
    where not exists (select from comments m where m.service = o.service and m.post = o.post and not m.hidden)
    having count(*) > 0;
  end if;
  return null;
end $$;

create trigger comments_indexed_new after insert on comments referencing new table as new_rows
  for each statement execute function queue_commented_posts();
create trigger comments_indexed after update on comments referencing new table as new_rows old table as old_rows
  for each statement execute function queue_commented_posts();
create trigger comments_unindexed after delete on comments referencing old table as old_rows
  for each statement execute function queue_commented_posts();
