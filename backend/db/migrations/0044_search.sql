-- Search without the engine (docs/decisions/0044-basic-search.md): words, and for scripts without spaces characters, of
-- posts and DMs. A query's other conditions are checked on the rows that these find.

-- One text of what is searched; arrays and texts may be null. Only the beginning of very long ones.
create function searched_text(title text, content text, tags text[]) returns text
  language sql immutable parallel safe
  return left(coalesce(title, '') || ' ' || coalesce(array_to_string(tags, ' '), '') || ' ' || coalesce(content, ''), 100000);

create function words_of(title text, content text, tags text[]) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', searched_text(title, content, tags));

create function characters_of(title text, content text, tags text[]) returns text[]
  language sql immutable parallel safe
  return string_to_array(searched_text(title, content, tags), null);

create index posts_by_words on posts using gin (words_of(title, content, tags));
create index posts_by_characters on posts using gin (characters_of(title, content, tags));
create index dms_by_words on dms using gin (words_of(null::text, content, null::text[]));
create index dms_by_characters on dms using gin (characters_of(null::text, content, null::text[]));

-- Creators are found by the names they had. A name that is the id was never one.
alter table creators add column former_names text[] not null default '{}';

create function keep_former_name() returns trigger language plpgsql as $$
begin
  new.former_names := array_remove(array_remove(old.former_names, old.name), new.name);
  if old.name <> old.id then
    new.former_names := (new.former_names || old.name)[greatest(1, cardinality(new.former_names) - 18):];
  end if;
  return new;
end $$;

create trigger creator_renamed before update of name on creators for each row
  when (old.name is distinct from new.name) execute function keep_former_name();
