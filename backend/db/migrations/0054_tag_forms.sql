-- Spellings of a tag that differ in nothing a reader would call another word: case, width, and what stands between words.
create function tag_form(tag text) returns text language sql immutable strict parallel safe
  return regexp_replace(lower(normalize(tag, nfkc) collate "default"), '[[:space:]_-]+', ' ', 'g') collate "C";
create index tags_by_form on tags (tag_form(tag)) where post_count > 0;
