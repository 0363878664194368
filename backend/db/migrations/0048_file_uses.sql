-- Files that are shown in the text of a post or a revision, and those of community messages, are uses like any other:
-- a takedown counts them, and what one creator still shows is not deleted with another's.
create function hashes_in(content text) returns setof text language sql immutable parallel safe as $$
  select distinct found[1] from regexp_matches(content, '/[0-9a-f]{2}/[0-9a-f]{2}/([0-9a-f]{64})', 'g') found
$$;

-- Cheap to ask before `hashes_in`: most texts hold no path of a file.
create function may_hold_files(content text) returns boolean language sql immutable parallel safe
return content like '%/__/__/%';

create function post_texts_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into file_uses select h, 'post_text', n.service, n.id from new_rows n, hashes_in(n.content) h
    where may_hold_files(n.content) order by 1, 3, 4 on conflict do nothing;
  elsif tg_op = 'DELETE' then
    delete from file_uses u using old_rows o
    where may_hold_files(o.content) and u.entity = 'post_text' and u.service = o.service and u.key = o.id;
  else
    delete from file_uses u using old_rows o join new_rows n using (service, id)
    where o.content is distinct from n.content and may_hold_files(o.content)
      and u.entity = 'post_text' and u.service = o.service and u.key = o.id;
    insert into file_uses select h, 'post_text', n.service, n.id
    from old_rows o join new_rows n using (service, id), hashes_in(n.content) h
    where o.content is distinct from n.content and may_hold_files(n.content)
    order by 1, 3, 4 on conflict do nothing;
  end if;
  return null;
end $$;

create trigger posts_text_inserted after insert on posts
referencing new table as new_rows for each statement execute function post_texts_changed();
create trigger posts_text_updated after update on posts
referencing old table as old_rows new table as new_rows for each statement execute function post_texts_changed();
create trigger posts_text_deleted after delete on posts
referencing old table as old_rows for each statement execute function post_texts_changed();

create function revision_texts_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into file_uses select h, 'revision_text', n.service, n.revision_id::text from new_rows n, hashes_in(n.content) h
    where may_hold_files(n.content) order by 1, 3, 4 on conflict do nothing;
  else
    delete from file_uses u using old_rows o
    where may_hold_files(o.content) and u.entity = 'revision_text' and u.service = o.service and u.key = o.revision_id::text;
  end if;
  return null;
end $$;

create trigger revisions_text_inserted after insert on post_revisions
referencing new table as new_rows for each statement execute function revision_texts_changed();
create trigger revisions_text_deleted after delete on post_revisions
referencing old table as old_rows for each statement execute function revision_texts_changed();

create function community_files_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from file_uses u using old_rows o
    where o.attachments <> '[]' and u.entity = 'community' and u.service = '' and u.key = o.message_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into file_uses select h, 'community', '', n.message_id from new_rows n, hashes_of('{}', n.attachments) h
    order by 1, 4 on conflict do nothing;
  end if;
  return null;
end $$;

create trigger community_files_inserted after insert on community_messages
referencing new table as new_rows for each statement execute function community_files_changed();
create trigger community_files_updated after update on community_messages
referencing old table as old_rows new table as new_rows for each statement execute function community_files_changed();
create trigger community_files_deleted after delete on community_messages
referencing old table as old_rows for each statement execute function community_files_changed();

create or replace function is_used(wanted text) returns boolean language sql stable as $$
  select exists (
    select from file_uses u where u.hash = wanted and case
      when u.entity in ('post', 'post_text') then exists (
        select from posts p join creators c on c.service = p.service and c.id = p."user"
        where p.service = u.service and p.id = u.key and not p.hidden and not c.hidden)
      when u.entity in ('revision', 'revision_text') then exists (
        select from post_revisions r join posts p on p.service = r.service and p.id = r.id
        join creators c on c.service = p.service and c.id = p."user"
        where r.revision_id = u.key::bigint and not p.hidden and not c.hidden)
      when u.entity = 'dm' then exists (
        select from dms d join creators c on c.service = d.service and c.id = d."user"
        where d.hash = u.key and not d.hidden and not c.hidden)
      when u.entity = 'fancard' then exists (
        select from fancards f join creators c on c.service = f.service and c.id = f.user_id
        where f.id = u.key::bigint and not c.hidden)
      when u.entity = 'share' then exists (
        select from shares s join creators c on c.service = s.service and c.id = s."user"
        where s.id = left(u.key, length(u.key) - position('/' in reverse(u.key))) and not s.hidden and not c.hidden)
      when u.entity = 'message' then exists (
        select from discord_messages m join discord_channels h on h.id = m.channel
        join creators c on c.service = h.service and c.id = h.server_id
        where m.id = u.key and not c.hidden)
      when u.entity = 'community' then exists (
        select from community_messages m join community_channels h on h.channel_id = m.channel_id
        join creators c on c.service = h.service and c.id = h.creator_id
        where m.message_id = u.key and not c.hidden)
      else true end)
$$;

insert into file_uses select h, 'post_text', p.service, p.id from posts p, hashes_in(p.content) h
where may_hold_files(p.content) on conflict do nothing;
insert into file_uses select h, 'revision_text', r.service, r.revision_id::text from post_revisions r, hashes_in(r.content) h
where may_hold_files(r.content) on conflict do nothing;
insert into file_uses select h, 'community', '', m.message_id from community_messages m, hashes_of('{}', m.attachments) h
on conflict do nothing;
