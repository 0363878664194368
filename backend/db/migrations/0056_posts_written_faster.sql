-- What a written post costs the database (docs/decisions/0050-writes.md).

-- Only characters of Han, kana and hangul are looked up in these indexes (backend/search/basic-candidates.ts): none of
-- them is below U+1100 or among the symbols and punctuation from U+2000 to U+2E7F, which most texts are made of.
drop index posts_by_characters, dms_by_characters, discord_messages_by_characters, community_messages_by_characters;

create or replace function characters_of(title text, content text, tags text[]) returns text[]
  language sql immutable parallel safe
  return string_to_array(
    regexp_replace(searched_text(title, content, tags), '[\u0001-\u10ff\u2000-\u2e7f]+', '', 'g'), null);

create index posts_by_characters on posts using gin (characters_of(title, content, tags));
create index dms_by_characters on dms using gin (characters_of(null::text, content, null::text[]));
create index discord_messages_by_characters on discord_messages
  using gin (characters_of(null::text, content, null::text[]));
create index community_messages_by_characters on community_messages
  using gin (characters_of(null::text, original_json ->> 'text', null::text[]));

-- Rows of counts are made and removed by the triggers of posts alone, so a foreign key would check each of them against
-- the post that was written a moment before.
alter table post_counts drop constraint post_counts_service_id_fkey;

create or replace function posts_deleted() returns trigger language plpgsql as $$
begin
  delete from post_counts c using old_rows o where c.service = o.service and c.id = o.id;
  perform apply_post_deltas(array_agg((service, "user", tags, -1)::post_delta)) from old_rows where not hidden having count(*) > 0;
  delete from file_uses u using old_rows o where u.entity = 'post' and u.service = o.service and u.key = o.id;
  perform queue_documents('posts', array_agg(service), array_agg(id)) from old_rows having count(*) > 0;
  return null;
end $$;

create function posts_emptied() returns trigger language plpgsql as $$
begin
  truncate post_counts;
  return null;
end $$;
create trigger posts_emptied after truncate on posts for each statement execute function posts_emptied();
