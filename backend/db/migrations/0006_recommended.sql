-- Who else uses a tag, whatever its case, in an order that has nothing to do with services or ids but is the same for
-- every tag (decision 0007). Counts are left out so that counting posts stays a cheap update; the columns the
-- expressions are made of are in it so that they are read from the index alone.
create index creator_tags_by_tag on creator_tags ((lower(tag collate "default") collate "C"), (hashtext(service || '/' || "user")))
  include (tag, service, "user");

-- Up to `most` users of a tag on either side of a place in that order. Read straight from the index: the planner takes
-- every tag for a rare one and would otherwise fetch and sort all users of a common tag.
create function creators_around(word text, place integer, most integer) returns table (service text, "user" text)
language sql stable parallel safe set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
  (select t.service, t."user" from creator_tags t
    where lower(t.tag collate "default") collate "C" = creators_around.word and hashtext(t.service || '/' || t."user") > place
    order by hashtext(t.service || '/' || t."user") limit most)
  union all
  (select t.service, t."user" from creator_tags t
    where lower(t.tag collate "default") collate "C" = creators_around.word and hashtext(t.service || '/' || t."user") < place
    order by hashtext(t.service || '/' || t."user") desc limit most)
$$;
