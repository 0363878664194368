-- The list of all posts leaves out hidden creators: with their few keys in an index of their own, and the creator in
-- the list's index, a page deep in the list is counted off in indexes alone and only its own rows are read.
create index creators_hidden on creators (service, id) include (post_count) where hidden;
drop index posts_by_added;
create index posts_by_added on posts (added_at desc, service, id) include ("user") where not hidden;
