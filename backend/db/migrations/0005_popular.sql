-- Popular posts of a window are read day by day, each day from its top: a window costs at most the rows asked for times
-- its days, however many posts were published in it (decision 0006). Expression and order are those of popular-queries.ts.
create index posts_popular on posts
  (((listed_at at time zone 'UTC')::date), fav_count desc, listed_at desc, service, id)
  include ("user") where not hidden;
