-- Lists of posts by other dates than the one each is kept by (wishes C11). All posts have an index for each date, a
-- creator's are few enough to be sorted: their index brings the dates along, so that no row is read for it. Posts that
-- were never edited come after those that were. The columns of an expression are included because an index alone
-- answers only for columns it holds; `published` is written as an expression, where `listed_at` is the same, so that the
-- index is never taken for the list of one creator.
create index posts_by_published on posts (coalesce(published, '-infinity'::timestamptz) desc, service, id)
  include ("user", published) where not hidden;
create index posts_by_edited on posts
  (coalesce(edited, '-infinity'::timestamptz) desc, listed_at desc, service, id)
  include ("user", edited) where not hidden;
drop index posts_by_creator;
create index posts_by_creator on posts (service, "user", listed_at desc, id) include (added_at, edited)
  where not hidden;
