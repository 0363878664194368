-- The whole schema, by domain:
--
--   1. Shared functions: dates on the wire, texts for search, hashes of files, change notifications
--   2. Search outbox and indexing
--   3. Totals, creators
--   4. Posts, revisions, comments, tags
--   5. Files and archive files
--   6. Posts of linked creators
--   7. Announcements, fan cards, direct messages
--   8. Chat servers and communities
--   9. Shares
--  10. Groups, accounts, single sign-on, passkeys, notifications, site settings, audit log
--  11. Favorites and counts
--  12. Moderation: takedowns, flags, requests
--  13. Uploads
--  14. Imports: bundles, folders of downloads, session keys, pending direct messages
--  15. Sync
--  16. Web Push
--  17. Idempotency keys and rate limits
--  18. Groups: who sees what
--
-- Keys sort by byte (collate "C"), so that every list and export has the same order on every server.
-- Rows are always written in key order, so that two writers wait for each other instead of deadlocking.


-- 1. Shared functions ==================================================================================================

-- Date as the wire format writes it: UTC without a zone, six fractional digits only when they are not zero.
create function iso(at timestamptz) returns text language sql stable parallel safe
return to_char(at at time zone 'UTC', case when extract(microseconds from at)::bigint % 1000000 = 0
  then 'YYYY-MM-DD"T"HH24:MI:SS' else 'YYYY-MM-DD"T"HH24:MI:SS.US' end);

-- Comparable text: lower case, one width, no accents, katakana; as shared/text/fold.ts, with the same letters.
create function fold_text(value text) returns text language sql immutable strict parallel safe
return case when value ~ '^[\u0001-\u007f]*$' then lower(value) else
  translate(replace(replace(replace(replace(
    normalize(regexp_replace(normalize(lower(normalize(value, nfkc) collate "default"), nfd),
      '[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]', '', 'g'), nfc),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'ðøđħıĸłŋŧƀƃƈƌƒƙƚƞƥƫƭƴƶǥȡȥȴȵȶȷȼȿɀɇɉɍɏɓɕɖɗɛɟɠɡɢɦɧɨɪɫɬɭɱɲɳɴɼɽɾʀʂʈʉʋʏʐʑʙʛʜʝʟʠᴀᴃᴄᴅᴆᴇᴊᴋᴌᴍᴏᴘᴛᴜᴠᴡᴢᵬᵭᵮᵯᵰᵱᵲᵳᵴᵵᵶᵻᵽᵾᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶌᶍᶎᶏᶑᶒᶓᶖᶙẜẝỽỿⱡⱥⱦⱨⱪⱬⱱⱳⱴⱸⱺꜰꜱꝁꝃꝅꝇꝉꝋꝍꝑꝓꝕꝗꝙꝟꝱꝲꝳꝴꝵꝶꝷꝺꝼꞇꞑꞓꞡꞣꞥꞧꞩς'
    || 'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ',
    'dodhiqlntbbcdfklnpttyzgdzlntjcszejrybcddejggghhiilllmnnnrrrrstuvyzzbghjlqabcddejklmoptuvwzbdfmnprrstzipubdfgklmnprsvxzadeeiussvylathkzvwveofskkklloopppqqvdlmnrrtdftncgknrsσ'
    || 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ')
  end collate "C";

-- Words of a title and tags, for search without the engine (docs/decisions/0044-search-without-the-engine.md): folded, and
-- of scripts without spaces every character. Its index is the only one on texts.
create function title_words(title text, tags text[]) returns tsvector language sql immutable parallel safe
return to_tsvector('simple', regexp_replace(
  translate(fold_text(title || ' ' || coalesce(array_to_string(tags, ' '), '')), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)),
  '([\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00016fe0-\U0003ffff])', ' \1 ', 'g'));

-- Normal form of a tag: spellings that differ only in case, width or the separator between words are the same tag to a reader.
create function tag_form(tag text) returns text language sql immutable strict parallel safe
  return regexp_replace(lower(normalize(tag, nfkc) collate "default"), '[[:space:]_-]+', ' ', 'g') collate "C";

-- Hashes of files in a main file and attachments. Paths are /aa/bb/<sha256>.<ext>; a regular expression here took a third of
-- the database's time during an ingest.
create function hashes_of(file jsonb, attachments jsonb) returns setof text language sql immutable parallel safe as $$
  select distinct substr(path, 8, 64)
  from (select file ->> 'path' union all select a ->> 'path' from jsonb_array_elements(attachments) a) paths (path)
  where path like '/__/__/%'
$$;

-- Hashes of files in HTML.
create function hashes_in(content text) returns setof text language sql immutable parallel safe as $$
  select distinct found[1] from regexp_matches(content, '/[0-9a-f]{2}/[0-9a-f]{2}/([0-9a-f]{64})', 'g') found
$$;

-- Cheap check before `hashes_in`: most texts contain no path of a file.
create function may_hold_files(content text) returns boolean language sql immutable parallel safe
return content like '%/__/__/%';

-- Notifies the API that answers made of this table may have changed (docs/decisions/0010-caching.md). PostgreSQL folds equal
-- notifications of a transaction into one and sends none before the commit or after a rollback.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_changes', tg_table_name);
  return null;
end $$;

-- Call it for each table that an answer of the API is made of and that shared/contracts/topics.ts lists. Tables of people,
-- queues and bookkeeping are private: a write to them invalidates no cached answer.
create function watch_changes(watched regclass) returns void language plpgsql as $$
begin
  execute format('create trigger changes_notified after insert or update or delete or truncate on %s
    for each statement execute function notify_change()', watched);
end $$;


-- 2. Search outbox and indexing ========================================================================================

-- Documents that the indexer has yet to send to Meilisearch: one row a document, however often it changes. A change during a
-- batch raises `version`, so the acknowledgement of the older state does not remove the row (docs/decisions/0004-outbox.md).
create table index_outbox (
  index_name text collate "C" not null,
  service text collate "C" not null,
  id text collate "C" not null,
  version bigint not null default 1,
  queued_at timestamptz not null default now(), -- not sent before; in the future where only counts changed
  leased_until timestamptz,
  leased_by text,
  attempts integer not null default 0,
  due_again timestamptz, -- queued_at of changes since an indexer claimed the row
  primary key (index_name, service, id)
) with (fillfactor = 70); -- free space in pages, so that most updates change no index (HOT)
create index index_outbox_waiting on index_outbox (queued_at);

-- Documents that Meilisearch rejected; retried when their row changes or on `npm run index -- verify`.
create table index_quarantine (
  index_name text collate "C" not null,
  service text collate "C" not null,
  id text collate "C" not null,
  reason text not null,
  at timestamptz not null default now(),
  primary key (index_name, service, id)
);

-- Indexes that the indexer has completed. One that the engine created at another time, that is older than at the last check,
-- or whose documents have another version is rebuilt (indexer/recover.ts).
create table index_builds (
  index_name text collate "C" primary key,
  document_version integer not null,
  created_at text not null, -- as the engine writes it
  updated_at timestamptz not null
);

create function queue_documents(index_name text, services text[], ids text[], delay interval default '0')
returns void language sql as $$
  insert into index_outbox (index_name, service, id, queued_at)
  select index_name, service, id, now() + delay from unnest(services, ids) as changed (service, id)
  group by service, id order by service, id
  on conflict on constraint index_outbox_pkey
  do update set version = index_outbox.version + 1, attempts = 0,
    queued_at = case when index_outbox.leased_by is null then least(index_outbox.queued_at, excluded.queued_at) else index_outbox.queued_at end,
    due_again = case when index_outbox.leased_by is not null then least(index_outbox.due_again, excluded.queued_at) end
$$;

-- Delay of documents of which only counts changed, so that one update covers many changes (docs/decisions/0052-counts-later.md).
create function counts_delay() returns interval language sql immutable parallel safe as $$ select interval '1 minute' $$;


-- 3. Totals, creators ==================================================================================================

-- Ratings are numbers in the order of shared/rules/ratings.ts (everyone, members, adults), so that they compare with the highest
-- that a group sees. The rating that an import gives to the creators and posts that it adds:
create function import_rating() returns smallint language sql stable parallel safe
return coalesce(nullif(current_setting('roost.import_rating', true), ''), '0')::smallint;

-- Number of visible posts, direct messages and shares; kept by triggers.
create table totals (
  entity text collate "C" primary key,
  count bigint not null
);
insert into totals values ('posts', 0), ('dms', 0), ('shares', 0);
select watch_changes('totals');

create table creators (
  service text collate "C" not null,
  id text collate "C" not null,
  public_id text,
  name text not null,
  indexed timestamptz not null,
  updated timestamptz not null,
  relation_id integer, -- creators with the same one are linked: accounts of one person
  icon text, -- /aa/bb/<sha256>.<ext>
  banner text,
  hidden boolean not null default false, -- left out of every list, page and index
  rating smallint not null default import_rating() check (rating between 0 and 2),
  post_count integer not null default 0, -- this and the next five are kept by triggers
  member_posts integer not null default 0, -- of post_count, those rated for members
  adult_posts integer not null default 0,
  dm_count integer not null default 0,
  share_count integer not null default 0,
  chat_count integer not null default 0,
  changed xid8 not null default '0', -- last transaction that changed what the list of creators shows
  former_names text[] not null default '{}', -- search finds creators by them
  evidence jsonb, -- names that imports of downloads gave, with the date of the newest content under each; null while there is one
  primary key (service, id)
) with (fillfactor = 80); -- every batch of posts updates counts: with free space and without an index on counts, updates are HOT
create index creators_by_updated on creators (updated desc, service, id) where not hidden;
create index creators_by_relation on creators (relation_id) where relation_id is not null;
create index creators_by_public_id on creators (service, public_id) where public_id is not null;
create index creators_by_changed on creators (changed);
-- Lists of posts, DMs and shares leave out hidden creators. With the few hidden keys in an index of their own and the creator
-- in the list's index, a page deep in a list is found in indexes alone and only its own rows are read.
create index creators_hidden on creators (service, id) where hidden;
create index creators_rated on creators (rating) where rating > 0;
select watch_changes('creators');

-- Deleted creators, for clients that keep the list of creators and ask for changes.
create table creators_gone (
  service text collate "C" not null,
  id text collate "C" not null,
  changed xid8 not null,
  primary key (service, id)
);
create index creators_gone_by_changed on creators_gone (changed);

-- The list of 100,000 creators is 12 MB, so it has a topic of its own, `creators.listed`: notified when a listed column
-- changes, not with every counted post.
create function mark_creator() returns trigger language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  if tg_op = 'UPDATE' then -- an insert may still turn out to be a conflict
    perform pg_notify('roost_changes', 'creators.listed');
  end if;
  return new;
end $$;
create trigger creator_marked_new before insert on creators for each row execute function mark_creator();
create trigger creator_marked before update on creators for each row
  when ((old.name, old.indexed, old.updated, old.hidden, old.rating) is distinct from (new.name, new.indexed, new.updated, new.hidden, new.rating))
  execute function mark_creator();

create function creators_listed() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_changes', 'creators.listed') where exists (select from new_rows);
  return null;
end $$;
create trigger creators_listed after insert on creators referencing new table as new_rows
  for each statement execute function creators_listed();

create function creators_unlisted() returns trigger language plpgsql as $$
begin
  insert into creators_gone select service, id, pg_current_xact_id() from old_rows order by service, id
  on conflict (service, id) do update set changed = excluded.changed;
  perform pg_notify('roost_changes', 'creators.listed') where exists (select from old_rows);
  return null;
end $$;
create trigger creators_unlisted after delete on creators referencing old table as old_rows
  for each statement execute function creators_unlisted();

create function creators_emptied() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_changes', 'creators.listed');
  return null;
end $$;
create trigger creators_emptied after truncate on creators for each statement execute function creators_emptied();

-- Counts of creators are in section 11.
create function creators_inserted() returns trigger language plpgsql as $$
begin
  insert into creator_counts (service, id) select service, id from new_rows order by 1, 2 on conflict do nothing;
  perform queue_documents('creators', array_agg(service), array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $$;
create trigger creators_inserted after insert on creators referencing new table as new_rows
  for each statement execute function creators_inserted();

-- Indexed with a delay where only columns changed that every import changes; at once where a name or the visibility did.
create function creators_updated() returns trigger language plpgsql as $$
declare
  renamed record;
begin
  perform queue_documents('creators', array_agg(n.service), array_agg(n.id))
  from new_rows n join old_rows o using (service, id)
  where (n.name, n.public_id, n.former_names, n.hidden, n.rating)
    is distinct from (o.name, o.public_id, o.former_names, o.hidden, o.rating)
  having count(*) > 0;
  perform queue_documents('creators', array_agg(n.service), array_agg(n.id), counts_delay())
  from new_rows n join old_rows o using (service, id)
  where (n.updated, n.post_count) is distinct from (o.updated, o.post_count)
    and (n.name, n.public_id, n.former_names, n.hidden, n.rating)
      is not distinct from (o.name, o.public_id, o.former_names, o.hidden, o.rating)
  having count(*) > 0;
  -- Documents of posts and DMs include the creator's name, visibility and rating, which hardly ever change.
  for renamed in
    select n.service, n.id, n.hidden <> o.hidden as is_toggled from new_rows n join old_rows o using (service, id)
    where (n.name, n.hidden, n.rating) is distinct from (o.name, o.hidden, o.rating) order by 1, 2
  loop
    perform queue_documents('posts', array_agg(p.service), array_agg(p.id))
    from posts p where p.service = renamed.service and p."user" = renamed.id having count(*) > 0;
    perform queue_documents('dms', array_agg(''::text), array_agg(d.hash))
    from dms d where d.service = renamed.service and d."user" = renamed.id having count(*) > 0;
    if renamed.is_toggled then
      perform queue_documents('messages', array_agg('discord'::text), array_agg(m.id))
      from discord_channels h join discord_messages m on m.channel = h.id
      where h.service = renamed.service and h.server_id = renamed.id having count(*) > 0;
      perform queue_documents('messages', array_agg('community'::text), array_agg(m.message_id))
      from community_channels h join community_messages m on m.channel_id = h.channel_id
      where h.service = renamed.service and h.creator_id = renamed.id having count(*) > 0;
    end if;
  end loop;
  return null;
end $$;
create trigger creators_updated after update on creators referencing new table as new_rows old table as old_rows
  for each statement execute function creators_updated();

create function creators_deleted() returns trigger language plpgsql as $$
begin
  perform queue_documents('creators', array_agg(service), array_agg(id)) from old_rows having count(*) > 0;
  return null;
end $$;
create trigger creators_deleted after delete on creators referencing old table as old_rows
  for each statement execute function creators_deleted();

-- Keeps the last 20 names. A name equal to the id is a placeholder and not kept.
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


-- 4. Posts, revisions, comments, tags ==================================================================================

create table posts (
  service text collate "C" not null,
  id text collate "C" not null,
  "user" text collate "C" not null,
  title text not null default '',
  content text not null default '', -- HTML, sanitized on import
  substring text generated always as (left(content, 50)) stored,
  embed jsonb not null default '{}',
  shared_file boolean not null default false,
  added timestamptz,
  published timestamptz,
  edited timestamptz,
  file jsonb not null default '{}',
  attachments jsonb not null default '[]',
  poll jsonb,
  captions jsonb,
  tags text[],
  incomplete_rewards jsonb,
  hidden boolean not null default false,
  own_rating smallint not null default import_rating() check (own_rating between 0 and 2),
  rating smallint not null default 0, -- the strictest of its own and of the rules for its tags; its creator's counts besides
  sanitizer integer not null default 1, -- version of the sanitizer that the content has passed
  evidence jsonb, -- what imports of downloads state about it, kept while sources differ (docs/decisions/0033-importing-downloads.md)
  listed_at timestamptz not null generated always as (coalesce(published, '-infinity'::timestamptz)) stored,
  added_at timestamptz not null generated always as (coalesce(added, '-infinity'::timestamptz)) stored,
  primary key (service, id),
  foreign key (service, "user") references creators on delete cascade
);
-- Posts of one creator are few enough to be sorted: this index includes the other dates, so that sorting reads no row.
create index posts_by_creator on posts (service, "user", listed_at desc, id) include (added_at, edited) where not hidden;
create index posts_by_creator_added on posts (service, "user", added_at desc) where not hidden; -- newest post of a favorite creator
-- All posts have an index for each order. An index-only scan needs the columns of an expression, so they are included.
create index posts_by_added on posts (added_at desc, service, id) include ("user") where not hidden;
-- The expression instead of `listed_at`, which is the same, so that the planner never takes this index for one creator's list.
create index posts_by_published on posts (coalesce(published, '-infinity'::timestamptz) desc, service, id)
  include ("user", published) where not hidden;
-- Posts that were never edited come last.
create index posts_by_edited on posts (coalesce(edited, '-infinity'::timestamptz) desc, listed_at desc, service, id)
  include ("user", edited) where not hidden;
create index posts_by_tag on posts using gin (tags);
create index posts_by_title on posts using gin (title_words(title, tags));
select watch_changes('posts');

-- Ratings of all creators of a service, which policies apply, and of all posts with a tag, which are stored with the posts.
create table rating_rules (
  kind text collate "C" not null check (kind in ('service', 'tag')),
  name text collate "C" not null, -- tags: as tag_form
  rating smallint not null check (rating between 0 and 2), -- 0: of a deleted rule that is still to be applied
  pending boolean not null, -- not yet applied to posts that were here before
  primary key (kind, name)
);

create function post_rating(own smallint, tags text[]) returns smallint language sql stable
return greatest(own, (
  select max(r.rating) from rating_rules r
  where r.kind = 'tag' and r.name in (select tag_form(tag) from unnest(tags) tag)));

create function rate_post() returns trigger language plpgsql as $$
begin
  new.rating := post_rating(new.own_rating, new.tags);
  return new;
end $$;
create trigger posts_rated_new before insert on posts for each row
  when (new.tags is not null or new.own_rating > 0) execute function rate_post();
create trigger posts_rated before update of own_rating, tags, hidden on posts for each row execute function rate_post();

create table post_revisions (
  revision_id bigint generated by default as identity primary key,
  service text collate "C" not null,
  id text collate "C" not null,
  "user" text collate "C" not null,
  title text not null,
  content text not null,
  embed jsonb not null,
  shared_file boolean not null,
  added timestamptz,
  published timestamptz,
  edited timestamptz,
  file jsonb not null,
  attachments jsonb not null,
  poll jsonb,
  captions jsonb,
  tags text[],
  incomplete_rewards jsonb,
  local boolean not null default false, -- made here by an import; replaced when a bundle has the original archive's revision
  foreign key (service, id) references posts on delete cascade
);
create index post_revisions_by_post on post_revisions (service, id, revision_id desc);
select watch_changes('post_revisions');

create table comments (
  service text collate "C" not null,
  post text collate "C" not null,
  id text collate "C" not null,
  parent_id text collate "C",
  commenter text not null,
  commenter_name text,
  content text not null,
  published timestamptz not null,
  hidden boolean not null default false,
  evidence jsonb, -- as in posts
  primary key (service, post, id),
  foreign key (service, post) references posts on delete cascade
);
create index comments_by_post on comments (service, post, published, id);
select watch_changes('comments');

create table comment_revisions (
  id bigint generated by default as identity primary key,
  service text collate "C" not null,
  post text collate "C" not null,
  comment text collate "C" not null,
  content text not null,
  added timestamptz not null,
  local boolean not null default false, -- as in post_revisions
  foreign key (service, post, comment) references comments on delete cascade
);
create index comment_revisions_by_comment on comment_revisions (service, post, comment, id);
select watch_changes('comment_revisions');

-- Tags of all visible posts in lower case; kept by triggers from posts.tags.
create table tags (
  tag text collate "C" primary key,
  post_count integer not null
);
create index tags_by_count on tags (post_count desc, tag) where post_count > 0;
create index tags_by_form on tags (tag_form(tag)) where post_count > 0;
select watch_changes('tags');

-- Tags of one creator's visible posts as written, by the rating of the posts; kept by triggers from posts.tags.
create table creator_tags (
  service text collate "C" not null,
  "user" text collate "C" not null,
  tag text collate "C" not null,
  post_count integer not null,
  rating smallint not null default 0,
  lower_tag text collate "C" not null generated always as (lower(tag collate "default") collate "C") stored,
  primary key (service, "user", tag, rating)
) with (fillfactor = 80); -- counts are updated often: see creators
-- Other creators with the same tag in any case, in an order that is independent of services and ids but the same for every
-- tag (docs/decisions/0007-recommended.md). Without the count, so that updates of counts are HOT; with what its readers ask
-- for, for index-only scans. On a column and not on its expression: groups may only search by operators that leak nothing.
create index creator_tags_by_tag on creator_tags (lower_tag, (hashtext(service || '/' || "user")))
  include (tag, service, "user");
select watch_changes('creator_tags');

-- Up to `most` users of a tag on either side of a place in the order of creator_tags_by_tag. The planner expects every tag to
-- be rare and would fetch and sort all users of a common one, so other plans than a scan of the index are switched off.
create function creators_around(word text, place integer, most integer) returns table (service text, "user" text)
language sql stable parallel safe set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
  (select t.service, t."user" from creator_tags t
    where t.lower_tag = creators_around.word and hashtext(t.service || '/' || t."user") > place
    order by hashtext(t.service || '/' || t."user") limit most)
  union all
  (select t.service, t."user" from creator_tags t
    where t.lower_tag = creators_around.word and hashtext(t.service || '/' || t."user") < place
    order by hashtext(t.service || '/' || t."user") desc limit most)
$$;

create type post_delta as (service text, "user" text, tags text[], rating smallint, sign integer);

-- Adds posts (sign 1) and subtracts them (sign -1) from the counts of creators, totals and tags. Documents of tags are indexed
-- with a delay, except for tags that become used or unused.
create function apply_post_deltas(deltas post_delta[]) returns void language plpgsql as $$
declare
  counted text[];
  other text[];
begin
  update creators c set post_count = c.post_count + d.n, member_posts = c.member_posts + d.members, adult_posts = c.adult_posts + d.adults
  from (
    select x.service, x."user", sum(x.sign) as n, coalesce(sum(x.sign) filter (where x.rating = 1), 0) as members,
      coalesce(sum(x.sign) filter (where x.rating = 2), 0) as adults
    from unnest(deltas) x group by 1, 2 order by 1, 2
  ) d
  where c.service = d.service and c.id = d."user" and (d.n, d.members, d.adults) <> (0, 0, 0);

  update totals set count = count + d.n
  from (select coalesce(sum(x.sign), 0) as n from unnest(deltas) x) d
  where entity = 'posts' and d.n <> 0;

  insert into creator_tags as t (service, "user", tag, rating, post_count)
  select x.service, x."user", tag, x.rating, sum(x.sign) from unnest(deltas) x,
    lateral (select distinct tag from unnest(x.tags) tag) tags
  group by 1, 2, 3, 4 having sum(x.sign) <> 0 order by 1, 2, 3, 4
  on conflict (service, "user", tag, rating) do update set post_count = t.post_count + excluded.post_count;

  with deltas_of_tags as materialized (
    select tag, sum(x.sign) as n from unnest(deltas) x,
      lateral (select distinct lower(tag) as tag from unnest(x.tags) tag) tags
    group by 1 having sum(x.sign) <> 0
  ), changed as (
    insert into tags as t (tag, post_count) select tag, n from deltas_of_tags order by 1
    on conflict (tag) do update set post_count = t.post_count + excluded.post_count
    returning t.tag, t.post_count
  )
  select array_agg(c.tag) filter (where c.post_count > 0 and c.post_count <> d.n),
    array_agg(c.tag) filter (where c.post_count = 0 or c.post_count = d.n)
  from changed c join deltas_of_tags d on d.tag = c.tag collate "C" into counted, other;
  if counted is not null then
    perform queue_documents('tags', array_fill(''::text, array[cardinality(counted)]), counted, counts_delay());
  end if;
  if other is not null then
    perform queue_documents('tags', array_fill(''::text, array[cardinality(other)]), other);
  end if;
end $$;

-- Counts of posts are in section 11, uses of files in section 5.
create function posts_inserted() returns trigger language plpgsql as $$
begin
  insert into post_counts (service, id, "user", listed_at, hidden)
  select service, id, "user", listed_at, hidden from new_rows order by 1, 2 on conflict do nothing;
  perform apply_post_deltas(array_agg((service, "user", tags, rating, 1)::post_delta)) from new_rows where not hidden having count(*) > 0;
  insert into file_uses select h, 'post', service, id from new_rows, hashes_of(file, attachments) h
  order by 1, 3, 4 on conflict do nothing;
  perform queue_documents('posts', array_agg(service), array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $$;
create trigger posts_inserted after insert on posts referencing new table as new_rows
  for each statement execute function posts_inserted();

create function posts_updated() returns trigger language plpgsql as $$
begin
  update post_counts c set "user" = n."user", listed_at = n.listed_at, hidden = n.hidden
  from (
    select n.* from new_rows n join old_rows o using (service, id)
    where (n."user", n.listed_at, n.hidden) is distinct from (o."user", o.listed_at, o.hidden) order by n.service, n.id
  ) n where c.service = n.service and c.id = n.id;
  perform apply_post_deltas(array_agg(d)) from (
    select (service, "user", tags, rating, -1)::post_delta as d from old_rows where not hidden
    union all
    select (service, "user", tags, rating, 1)::post_delta from new_rows where not hidden
  ) deltas having count(*) > 0;
  delete from file_uses u using old_rows o join new_rows n using (service, id)
  where (o.file, o.attachments) is distinct from (n.file, n.attachments)
    and u.entity = 'post' and u.service = o.service and u.key = o.id;
  insert into file_uses select h, 'post', n.service, n.id
  from old_rows o join new_rows n using (service, id), hashes_of(n.file, n.attachments) h
  where (o.file, o.attachments) is distinct from (n.file, n.attachments)
  order by 1, 3, 4 on conflict do nothing;
  perform queue_documents('posts', array_agg(service), array_agg(id)) from new_rows having count(*) > 0;
  if exists (select from new_rows n join old_rows o using (service, id) where n.rating <> o.rating) then
    update groups set version = version + 1;
  end if;
  return null;
end $$;
create trigger posts_updated after update on posts referencing new table as new_rows old table as old_rows
  for each statement execute function posts_updated();

create function posts_deleted() returns trigger language plpgsql as $$
begin
  delete from post_counts c using old_rows o where c.service = o.service and c.id = o.id;
  perform apply_post_deltas(array_agg((service, "user", tags, rating, -1)::post_delta)) from old_rows where not hidden having count(*) > 0;
  delete from file_uses u using old_rows o where u.entity = 'post' and u.service = o.service and u.key = o.id;
  perform queue_documents('posts', array_agg(service), array_agg(id)) from old_rows having count(*) > 0;
  return null;
end $$;
create trigger posts_deleted after delete on posts referencing old table as old_rows
  for each statement execute function posts_deleted();

create function posts_emptied() returns trigger language plpgsql as $$
begin
  truncate post_counts;
  return null;
end $$;
create trigger posts_emptied after truncate on posts for each statement execute function posts_emptied();

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
create trigger posts_text_inserted after insert on posts referencing new table as new_rows
  for each statement execute function post_texts_changed();
create trigger posts_text_updated after update on posts referencing old table as old_rows new table as new_rows
  for each statement execute function post_texts_changed();
create trigger posts_text_deleted after delete on posts referencing old table as old_rows
  for each statement execute function post_texts_changed();

create function revisions_inserted() returns trigger language plpgsql as $$
begin
  insert into file_uses select h, 'revision', service, revision_id::text from new_rows, hashes_of(file, attachments) h
  order by 1, 3, 4 on conflict do nothing;
  return null;
end $$;
create trigger revisions_inserted after insert on post_revisions referencing new table as new_rows
  for each statement execute function revisions_inserted();

create function revisions_deleted() returns trigger language plpgsql as $$
begin
  delete from file_uses u using old_rows o where u.entity = 'revision' and u.service = o.service and u.key = o.revision_id::text;
  return null;
end $$;
create trigger revisions_deleted after delete on post_revisions referencing old table as old_rows
  for each statement execute function revisions_deleted();

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
create trigger revisions_text_inserted after insert on post_revisions referencing new table as new_rows
  for each statement execute function revision_texts_changed();
create trigger revisions_text_deleted after delete on post_revisions referencing old table as old_rows
  for each statement execute function revision_texts_changed();

-- Search has a condition for posts with comments (docs/decisions/0039-query-language.md): a post is indexed again when it gets
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


-- 5. Files and archive files ===========================================================================================

create table files (
  hash text collate "C" primary key, -- SHA-256, 64 hex digits
  id bigint generated by default as identity unique,
  ext text not null, -- with its dot, or empty; archive files are stored as .bin
  mime text not null,
  size bigint not null,
  mtime timestamptz not null,
  ctime timestamptz not null,
  added timestamptz not null,
  ihash text
);
select watch_changes('files');

-- Pixels of images as they are shown (upright), so that pages reserve the space before the image is there; 0: not readable.
-- Filled when a thumbnail is made, and in the background where files are on the local disk. Not part of bundles.
create table picture_sizes (
  hash text collate "C" primary key references files on delete cascade,
  width integer not null,
  height integer not null,
  color text
);
select watch_changes('picture_sizes');

-- The 16 parts of a PDQ hash, each as a number with its place above its 16 bits. Hashes that differ in at most 31 bits have a
-- part that differs in at most one: 31 are fewer than two for each (docs/decisions/0079-find-by-picture.md).
-- Its cost keeps searches from computing it for every row of a small table.
create function pdq_parts(pdq bit(256)) returns integer[] language sql immutable strict parallel safe cost 10000
  return array(
    select part << 16 | substring(pdq from part * 16 + 1 for 16)::bit(16)::integer from generate_series(0, 15) part
  );

-- PDQ hashes of images, to find them by looks; without bits if there is too little in the image, or it is not readable.
-- Filled with the sizes. Not part of bundles.
create table picture_hashes (
  hash text collate "C" primary key references files on delete cascade,
  pdq bit(256),
  quality smallint not null
);
-- Without the list of pending entries, which every search would read through.
create index picture_hashes_parts on picture_hashes using gin (pdq_parts(pdq)) with (fastupdate = off);
select watch_changes('picture_hashes');

-- Images that look the same, for administrators and to fold smaller copies in a post. Filled in the background: each image is paired with the closest before it.
create table picture_pairs (
  hash text collate "C" not null references files on delete cascade,
  other text collate "C" not null references files on delete cascade,
  distance smallint not null,
  primary key (hash, other),
  check (hash < other)
);
create index picture_pairs_by_other on picture_pairs (other);
create index picture_pairs_by_distance on picture_pairs (distance, hash, other);
select watch_changes('picture_pairs');
-- Images that are still to be compared with all others.
create table uncompared_pictures (
  hash text collate "C" primary key references files on delete cascade
);

-- Videos and audio files as ffmpeg reads them (shared/entities/media-details.ts, docs/decisions/0083-films.md). A `fault` says why
-- there is no preview, or only a part of it; such a file is not tried again. Filled in the background. Not part of bundles.
create table media_details (
  hash text collate "C" primary key references files on delete cascade,
  details json not null,
  fault text,
  program text not null -- first line of ffmpeg -version: what failed with another one is tried again
);
select watch_changes('media_details');

-- Text in images as tesseract reads it: lines of shared/entities/picture-text.ts, none for most images. A `fault` says why an image
-- was not read; it is not tried again. Filled in the background, if OCR says so. Not part of bundles.
create table picture_texts (
  hash text collate "C" primary key references files on delete cascade,
  lines json not null,
  fault text,
  program text not null -- version and languages: what failed with others is tried again
);
select watch_changes('picture_texts');
-- Search finds posts by the text in their images.
create function picture_texts_changed() returns trigger language plpgsql as $$
begin
  perform queue_documents('posts', array_agg(u.service), array_agg(u.key))
  from (select hash from changed where lines::text <> '[]') c join file_uses u using (hash)
  where u.entity in ('post', 'post_text') having count(*) > 0;
  return null;
end $$;
create trigger picture_texts_inserted after insert on picture_texts referencing new table as changed
  for each statement execute function picture_texts_changed();
create trigger picture_texts_deleted after delete on picture_texts referencing old table as changed
  for each statement execute function picture_texts_changed();

-- MP4 files with codecs that every browser plays, of videos with others (TRANSCODE). A `fault` says why there is none.
create table media_renditions (
  hash text collate "C" primary key references files on delete cascade,
  bytes bigint,
  width integer,
  height integer,
  fault text,
  program text not null, -- as above
  check ((fault is null) = (bytes is not null and width is not null and height is not null))
);
select watch_changes('media_renditions');
-- Videos, audio files and images that are being read or converted, with how often this began: it may have ended the worker.
create table reading_attempts (
  hash text collate "C" primary key references files on delete cascade,
  count smallint not null
);

-- Files whose bytes in storage are missing or not theirs, found while serving or by the scrub (docs/decisions/0064-scrub.md).
create table damaged_files (
  hash text collate "C" primary key references files on delete cascade,
  fault text not null check (fault in ('damaged', 'missing')),
  found_at timestamptz not null default now()
);
-- The list of files that are not served is read again.
create function damaged_files_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_changes', 'removed_files');
  return null;
end $$;
create trigger damaged_files_changed after insert or update or delete on damaged_files
  for each row execute function damaged_files_changed();

-- The job that reads every stored file once in SCRUB_DAYS: one row.
create table scrubs (
  id text collate "C" primary key,
  position text collate "C" not null default '', -- hash of the last file read
  checked integer not null default 0, -- files read in this pass
  started_at timestamptz not null default now(), -- of this pass; the next one may be in the future
  finished_at timestamptz, -- end of the last pass
  attempt integer not null default 0,
  retry_count integer not null default 0,
  crashes integer not null default 0,
  lease_until timestamptz,
  run_at timestamptz
);
insert into scrubs (id) values ('files');

-- Every use of a file: read by search by hash, and before a file is deleted. Kept by the triggers of the tables that use files.
create table file_uses (
  hash text collate "C" not null,
  entity text collate "C" not null, -- post, post_text, revision, revision_text, message, community, dm, fancard, share
  service text collate "C" not null,
  key text collate "C" not null,
  primary key (hash, entity, service, key)
);
create index file_uses_by_owner on file_uses (entity, service, key);
select watch_changes('file_uses');

-- Names in archive files (ZIP, RAR, 7z); part of bundles (docs/decisions/0008-archive-files.md).
create table archive_listings (
  hash text collate "C" primary key references files on delete cascade,
  file_list text[] not null,
  encrypted boolean not null default false,
  password text -- stored only after it opened an entry
);
select watch_changes('archive_listings');

-- Posts are found by the names in their archive files (indexer/sources/posts.ts), which become known later than the posts.
create function queue_posts_of_archives() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform queue_documents('posts', array_agg(u.service), array_agg(u.key))
    from file_uses u where u.entity = 'post' and u.hash in (select hash from old_rows) having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform queue_documents('posts', array_agg(u.service), array_agg(u.key))
    from file_uses u where u.entity = 'post' and u.hash in (select hash from new_rows) having count(*) > 0;
  else
    perform queue_documents('posts', array_agg(u.service), array_agg(u.key))
    from file_uses u where u.entity = 'post' and u.hash in (
      select n.hash from new_rows n join old_rows o using (hash) where n.file_list is distinct from o.file_list)
    having count(*) > 0;
  end if;
  return null;
end $$;
create trigger archives_indexed_new after insert on archive_listings referencing new table as new_rows
  for each statement execute function queue_posts_of_archives();
create trigger archives_indexed after update on archive_listings referencing new table as new_rows old table as old_rows
  for each statement execute function queue_posts_of_archives();
create trigger archives_unindexed after delete on archive_listings referencing old table as old_rows
  for each statement execute function queue_posts_of_archives();

-- Results of this archive's own reading of the bytes. Not part of bundles: rows say nothing about the content and may be deleted
-- at any time to have the files read again.
create table archive_readings (
  hash text collate "C" primary key references files on delete cascade,
  fault text, -- why there is no listing; null where there is one
  truncated boolean not null default false, -- the listing has the first names only
  at timestamptz not null default now(),
  sizes bigint[], -- unpacked sizes of the names in archive_listings, in their order
  sized text collate "C" -- checksum of the names that `sizes` belongs to; other names have no sizes until the next reading
);
select watch_changes('archive_readings');


-- 6. Posts of linked creators ==========================================================================================

-- Visible posts of linked creators, one list for each relation_id (docs/decisions/0041-one-person.md); kept by triggers.
-- A post whose file or attachments a newer post of another of these creators has too is folded into that post. A file that one
-- creator uses in several posts, such as a cover, folds none.
create table linked_posts (
  service text collate "C" not null,
  id text collate "C" not null,
  relation_id integer not null,
  "user" text collate "C" not null,
  listed_at timestamptz not null, -- as in posts
  file text collate "C", -- SHA-256 of the main file
  attachments text collate "C", -- checksum of the set of attachments
  repeats_file boolean not null default false,
  repeats_attachments boolean not null default false,
  primary key (service, id),
  foreign key (service, id) references posts on delete cascade
);
create index linked_posts_listed on linked_posts (relation_id, listed_at desc, service, id)
  where not (repeats_file or repeats_attachments);
create index linked_posts_by_file on linked_posts (relation_id, file) where file is not null;
create index linked_posts_by_attachments on linked_posts (relation_id, attachments) where attachments is not null;
select watch_changes('linked_posts');

-- Folds and unfolds the other posts with the file or attachments of deleted rows.
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
create trigger linked_posts_deleted after delete on linked_posts referencing old table as changed
  for each statement execute function linked_posts_changed();

-- Rewrites the rows of these posts with the columns repeats_… already decided: linking 100,000 posts must end well before the
-- statement timeout (docs/decisions/0042-linking-many-posts.md). Of posts with the same file or attachments it reads at most one
-- more than there are linked creators: with so many, one creator has two of them, so none is folded, and the rows that are there
-- say so already.
create function list_linked_posts(services text[], ids text[]) returns void language plpgsql as $$
begin
  delete from linked_posts l using unnest(services, ids) as x (service, id)
  where l.service = x.service and l.id = x.id;

  with added as materialized (
    select p.service, p.id, c.relation_id, p."user", p.listed_at,
      case when p.file ->> 'path' like '/__/__/%' then substr(p.file ->> 'path', 8, 64) end as file,
      case when p.attachments <> '[]'
        then (select md5(string_agg(h, '' order by h)) from hashes_of('{}', p.attachments) h) end as attachments
    -- "limit 1" makes the planner look up each post by its key: while a first import runs it has no statistics of the table
    -- and would read all posts of linked creators.
    from unnest(services, ids) as x (service, id), lateral (
        select * from posts where service = x.service and id = x.id limit 1) p
      join creators c on c.service = p.service and c.id = p."user"
    where c.relation_id is not null and not p.hidden and not c.hidden
  ), people as materialized (
    select relation_id, count(*) as profiles from creators
    where relation_id in (select relation_id from added) group by 1
  ), files as materialized (
    select distinct relation_id, file, profiles from added join people using (relation_id) where file is not null
  ), sets as materialized (
    select distinct relation_id, attachments, profiles from added join people using (relation_id)
    where attachments is not null
  ), same as (
    select service, id, relation_id, "user", listed_at, file, attachments, true as is_new from added
    union all (
      select l.service, l.id, l.relation_id, l."user", l.listed_at, l.file, l.attachments, false
      from files f, lateral (
        select * from linked_posts l where l.relation_id = f.relation_id and l.file = f.file limit f.profiles + 1) l
      union
      select l.service, l.id, l.relation_id, l."user", l.listed_at, l.file, l.attachments, false
      from sets s, lateral (
        select * from linked_posts l where l.relation_id = s.relation_id and l.attachments = s.attachments
        limit s.profiles + 1) l
    )
  ), counted as (
    select *, count(*) over (partition by relation_id, file, service, "user") as file_uses,
      count(*) over (partition by relation_id, attachments, service, "user") as set_uses
    from same
  ), decided as materialized (
    select *, file is not null and max(file_uses) over (partition by relation_id, file) = 1
        and row_number() over (partition by relation_id, file order by listed_at desc, service, id) > 1 as repeats_file,
      attachments is not null and max(set_uses) over (partition by relation_id, attachments) = 1
        and row_number() over (partition by relation_id, attachments order by listed_at desc, service, id) > 1
        as repeats_attachments
    from counted
  ), changed as (
    -- An existing row gets a new value only for the part (file, attachments) of which all rows were read.
    update linked_posts l set repeats_file = n.repeats_file, repeats_attachments = n.repeats_attachments
    from (
      select d.service, d.id, case when f.file is null then p.repeats_file else d.repeats_file end as repeats_file,
        case when s.attachments is null then p.repeats_attachments else d.repeats_attachments end as repeats_attachments
      from decided d join linked_posts p using (service, id) left join files f on (f.relation_id, f.file) = (d.relation_id, d.file)
        left join sets s on (s.relation_id, s.attachments) = (d.relation_id, d.attachments)
      where not d.is_new
    ) n
    where l.service = n.service and l.id = n.id
      and (l.repeats_file, l.repeats_attachments) is distinct from (n.repeats_file, n.repeats_attachments)
  )
  insert into linked_posts
    (service, id, relation_id, "user", listed_at, file, attachments, repeats_file, repeats_attachments)
  select service, id, relation_id, "user", listed_at, file, attachments, repeats_file, repeats_attachments
  from decided where is_new order by 1, 2;
end $$;

-- Rows of deleted posts are deleted by the foreign key.
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
  perform list_linked_posts(array_agg(p.service), array_agg(p.id))
  from new_rows n join old_rows o using (service, id) join posts p on p.service = n.service and p."user" = n.id
  where (n.relation_id, n.hidden) is distinct from (o.relation_id, o.hidden)
    and coalesce(o.relation_id, n.relation_id) is not null
  having count(*) > 0;
  return null;
end $$;
create trigger creator_linked after update on creators referencing new table as new_rows old table as old_rows
  for each statement execute function creator_linked();


-- 7. Announcements, fan cards, direct messages =========================================================================

create table announcements (
  service text collate "C" not null,
  user_id text collate "C" not null,
  hash text collate "C" not null,
  content text not null,
  published timestamptz,
  added timestamptz not null,
  primary key (service, user_id, hash),
  foreign key (service, user_id) references creators on delete cascade
);
create index announcements_by_creator on announcements (service, user_id, added desc, hash);
select watch_changes('announcements');

create table fancards (
  id bigint generated by default as identity primary key,
  service text collate "C" not null default 'fanbox',
  user_id text collate "C" not null,
  hash text collate "C" not null references files,
  price text not null,
  added timestamptz not null,
  last_checked_at timestamptz not null,
  unique (service, user_id, hash),
  foreign key (service, user_id) references creators on delete cascade
);
select watch_changes('fancards');

create function use_fancard_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from file_uses where hash = old.hash and entity = 'fancard' and key = old.id::text;
  else
    insert into file_uses values (new.hash, 'fancard', new.service, new.id::text) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger fancards_used after insert or delete on fancards for each row execute function use_fancard_file();

create table dms (
  hash text collate "C" primary key,
  service text collate "C" not null,
  "user" text collate "C" not null,
  content text not null,
  embed jsonb not null default '{}',
  file jsonb not null default '{}', -- the first file
  added timestamptz not null,
  published timestamptz not null,
  hidden boolean not null default false,
  attachments jsonb not null default '[]', -- the other files
  evidence jsonb, -- as in posts
  foreign key (service, "user") references creators on delete cascade
);
create index dms_by_creator on dms (service, "user", added, hash) where not hidden;
create index dms_by_added on dms (added desc, hash) include (service, "user") where not hidden;
select watch_changes('dms');

create function dms_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update creators c set dm_count = c.dm_count - d.n
    from (select service, "user", count(*) as n from old_rows where not hidden group by 1, 2) d
    where c.service = d.service and c.id = d."user";
    update totals set count = count - d.n from (select count(*) as n from old_rows where not hidden) d where entity = 'dms' and d.n > 0;
    delete from file_uses u using old_rows o where u.entity = 'dm' and u.service = o.service and u.key = o.hash;
    perform queue_documents('dms', array_agg(''::text), array_agg(hash)) from old_rows having count(*) > 0;
  end if;
  if tg_op <> 'DELETE' then
    update creators c set dm_count = c.dm_count + d.n
    from (select service, "user", count(*) as n from new_rows where not hidden group by 1, 2) d
    where c.service = d.service and c.id = d."user";
    update totals set count = count + d.n from (select count(*) as n from new_rows where not hidden) d where entity = 'dms' and d.n > 0;
    insert into file_uses select h, 'dm', service, hash from new_rows, hashes_of(file, attachments) h
    order by 1, 3, 4 on conflict do nothing;
    perform queue_documents('dms', array_agg(''::text), array_agg(hash)) from new_rows having count(*) > 0;
  end if;
  return null;
end $$;
create trigger dms_inserted after insert on dms referencing new table as new_rows
  for each statement execute function dms_changed();
create trigger dms_updated after update on dms referencing new table as new_rows old table as old_rows
  for each statement execute function dms_changed();
create trigger dms_deleted after delete on dms referencing old table as old_rows
  for each statement execute function dms_changed();


-- 8. Chat servers and communities ======================================================================================

-- A chat server is the creator ('discord', server id).
create table discord_channels (
  id text collate "C" primary key,
  service text collate "C" not null default 'discord',
  server_id text collate "C" not null,
  name text not null,
  parent_channel_id text,
  topic text,
  theme_color text,
  is_nsfw boolean not null default false,
  position integer not null default 0,
  icon_emoji text,
  type integer not null default 0,
  post_count integer not null default 0, -- kept by a trigger
  foreign key (service, server_id) references creators on delete cascade
);
create index discord_channels_by_server on discord_channels (server_id, position, id);
select watch_changes('discord_channels');

create table discord_messages (
  id text collate "C" primary key,
  server text collate "C" not null,
  channel text collate "C" not null references discord_channels on delete cascade,
  author jsonb not null,
  content text not null,
  added timestamptz not null,
  published timestamptz not null,
  edited timestamptz,
  embeds jsonb not null default '[]',
  mentions jsonb not null default '[]',
  attachments jsonb not null default '[]',
  evidence jsonb -- as in posts
);
create index discord_messages_by_channel on discord_messages (channel, published, id);
select watch_changes('discord_messages');

create table discord_message_revisions (
  id bigint generated by default as identity primary key,
  message text collate "C" not null references discord_messages on delete cascade,
  content text not null,
  edited timestamptz not null,
  local boolean not null default false -- as in post_revisions
);
create index discord_message_revisions_by_message on discord_message_revisions (message, id);
select watch_changes('discord_message_revisions');

-- Messages of a channel by day (UTC); kept by a trigger. The position of a message, and the message at a position, are found by
-- adding up days instead of counting up to a million messages: 1 ms instead of 100.
create table discord_days (
  channel text collate "C" not null references discord_channels on delete cascade,
  day timestamptz not null,
  messages integer not null,
  primary key (channel, day)
) with (fillfactor = 80); -- counts are updated often: see creators
select watch_changes('discord_days');

create function discord_messages_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update discord_channels c set post_count = c.post_count - d.n
    from (select channel, count(*) as n from old_rows group by 1 order by 1) d where c.id = d.channel;
    update discord_days c set messages = c.messages - d.n
    from (select channel, date_trunc('day', published, 'UTC') as day, count(*) as n from old_rows group by 1, 2 order by 1, 2) d
    where c.channel = d.channel and c.day = d.day;
    delete from file_uses u using old_rows o where u.entity = 'message' and u.service = 'discord' and u.key = o.id;
    perform queue_documents('messages', array_agg('discord'::text), array_agg(id)) from old_rows having count(*) > 0;
  end if;
  if tg_op <> 'DELETE' then
    update discord_channels c set post_count = c.post_count + d.n
    from (select channel, count(*) as n from new_rows group by 1 order by 1) d where c.id = d.channel;
    insert into discord_days as c
    select channel, date_trunc('day', published, 'UTC'), count(*) from new_rows group by 1, 2 order by 1, 2
    on conflict (channel, day) do update set messages = c.messages + excluded.messages;
    insert into file_uses select h, 'message', 'discord', id from new_rows, hashes_of('{}', attachments) h
    order by 1, 3, 4 on conflict do nothing;
    perform queue_documents('messages', array_agg('discord'::text), array_agg(id)) from new_rows having count(*) > 0;
  end if;
  return null;
end $$;
create trigger discord_messages_inserted after insert on discord_messages referencing new table as new_rows
  for each statement execute function discord_messages_changed();
create trigger discord_messages_updated after update on discord_messages referencing new table as new_rows old table as old_rows
  for each statement execute function discord_messages_changed();
create trigger discord_messages_deleted after delete on discord_messages referencing old table as old_rows
  for each statement execute function discord_messages_changed();

create table community_channels (
  channel_id text collate "C" primary key,
  service text collate "C" not null,
  creator_id text collate "C" not null,
  campaign_id text,
  channel_type_name text,
  name text not null,
  community_guidelines text,
  emoji text,
  added_at timestamptz not null,
  messages_refreshed_at timestamptz,
  messages_full_refreshed_at timestamptz,
  post_count integer not null default 0, -- kept by a trigger
  foreign key (service, creator_id) references creators on delete cascade
);
create index community_channels_by_creator on community_channels (service, creator_id, channel_id);
select watch_changes('community_channels');

create function count_community_channel() returns trigger language plpgsql as $$
declare
  r community_channels := coalesce(new, old);
begin
  update creators set chat_count = chat_count + case tg_op when 'INSERT' then 1 else -1 end
  where service = r.service and id = r.creator_id;
  return null;
end $$;
create trigger community_channels_counted after insert or delete on community_channels
  for each row execute function count_community_channel();

create table community_messages (
  message_id text collate "C" primary key,
  channel_id text collate "C" not null references community_channels on delete cascade,
  parent_id text collate "C" references community_messages on delete cascade, -- set on replies
  user_id text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  attachments jsonb not null default '[]',
  embeds jsonb not null default '[]',
  original_json jsonb not null
);
create index community_messages_by_channel on community_messages (channel_id, created_at, message_id) where parent_id is null;
create index community_messages_by_parent on community_messages (parent_id, created_at, message_id) where parent_id is not null;
create index community_messages_by_time on community_messages (channel_id, created_at, message_id); -- with replies
select watch_changes('community_messages');

create function count_community_message() returns trigger language plpgsql as $$
declare
  r community_messages := coalesce(new, old);
begin
  update community_channels set post_count = post_count + case tg_op when 'INSERT' then 1 else -1 end
  where channel_id = r.channel_id and r.parent_id is null;
  return null;
end $$;
create trigger community_messages_counted after insert or delete on community_messages
  for each row execute function count_community_message();

create function community_messages_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from file_uses u using old_rows o
    where o.attachments <> '[]' and u.entity = 'community' and u.service = '' and u.key = o.message_id;
    perform queue_documents('messages', array_agg('community'::text), array_agg(message_id)) from old_rows having count(*) > 0;
  end if;
  if tg_op <> 'DELETE' then
    insert into file_uses select h, 'community', '', n.message_id from new_rows n, hashes_of('{}', n.attachments) h
    order by 1, 4 on conflict do nothing;
    perform queue_documents('messages', array_agg('community'::text), array_agg(message_id)) from new_rows having count(*) > 0;
  end if;
  return null;
end $$;
create trigger community_messages_inserted after insert on community_messages referencing new table as new_rows
  for each statement execute function community_messages_changed();
create trigger community_messages_updated after update on community_messages referencing old table as old_rows new table as new_rows
  for each statement execute function community_messages_changed();
create trigger community_messages_deleted after delete on community_messages referencing old table as old_rows
  for each statement execute function community_messages_changed();


-- 9. Shares ============================================================================================================

create table shares (
  id text collate "C" primary key,
  service text collate "C" not null,
  "user" text collate "C" not null,
  name text not null,
  description text not null default '',
  added timestamptz not null,
  hidden boolean not null default false,
  foreign key (service, "user") references creators on delete cascade
);
create index shares_by_added on shares (added desc, id) include (service, "user") where not hidden;
create index shares_by_creator on shares (service, "user", added desc, id);
select watch_changes('shares');

create function count_share() returns trigger language plpgsql as $$
declare
  r shares := coalesce(new, old);
  n integer := case when tg_op = 'DELETE' then 0 else (not new.hidden)::integer end
    - case when tg_op = 'INSERT' then 0 else (not old.hidden)::integer end;
begin
  update creators set share_count = share_count + n where service = r.service and id = r."user" and n <> 0;
  update totals set count = count + n where entity = 'shares' and n <> 0;
  return null;
end $$;
create trigger shares_counted after insert or delete or update of hidden on shares
  for each row execute function count_share();

create table share_files (
  share text collate "C" not null references shares on delete cascade,
  position integer not null,
  hash text collate "C" not null references files,
  filename text not null,
  primary key (share, position)
);
select watch_changes('share_files');

create function use_share_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from file_uses where hash = old.hash and entity = 'share' and key = old.share || '/' || old.position;
  else
    insert into file_uses values (new.hash, 'share', '', new.share || '/' || new.position) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger share_files_used after insert or delete on share_files for each row execute function use_share_file();


-- 10. Groups, accounts, single sign-on, passkeys, notifications, site settings, audit log ==============================

-- Accounts in a group see less (docs/decisions/0073-groups.md); section 18 has the policies.
create table groups (
  id integer generated always as identity primary key,
  name text not null,
  rating smallint not null default 2 check (rating between 0 and 2), -- the highest that it sees: see creators
  version bigint not null default 1, -- raised by each change of what it sees
  created_at timestamptz not null default now()
);
create unique index groups_by_name on groups (lower(name));

-- Services and creators that a group does not see.
create table group_exclusions (
  group_id integer not null references groups on delete cascade,
  service text collate "C" not null,
  creator text collate "C" not null default '', -- '': the whole service
  primary key (group_id, service, creator)
);

-- Private, as everything of accounts except flags and site settings (docs/decisions/0032-accounts.md). Secrets are stored as
-- hashes only.
create table accounts (
  id integer generated always as identity primary key,
  username text collate "C" not null,
  password text, -- Argon2id with its parameters and salt; null: logs in by a provider or passkey only
  role text not null default 'consumer' check (role in ('consumer', 'moderator', 'administrator')),
  created_at timestamptz not null default now(),
  is_duplicate boolean not null default false, -- must choose another name
  disabled boolean not null default false,
  group_id integer references groups, -- null: sees everything; a group with accounts cannot be deleted
  passkey_handle bytea not null default uuid_send(gen_random_uuid()), -- stored by authenticators: random, so it names nobody
  device_key bytea -- encrypts what the account's devices store (docs/decisions/0075-encrypted-copies.md); null until one asks
);
create unique index accounts_by_username on accounts (lower(username));
create index accounts_by_group on accounts (group_id) where group_id is not null;
create index accounts_by_created on accounts (created_at desc, username);

-- Persons at login providers (docs/decisions/0072-single-sign-on.md). Issuer and subject alone lead to an account, never a
-- name or an email address.
create table account_identities (
  id integer generated always as identity primary key,
  account integer not null references accounts on delete cascade,
  issuer text collate "C" not null, -- 'proxy': the header of a trusted proxy
  subject text collate "C" not null,
  name text not null, -- at the provider, for the list
  created_at timestamptz not null default now(),
  used_at timestamptz,
  unique (issuer, subject)
);
create index account_identities_by_account on account_identities (account, id);

-- Logins that began at a provider and have not come back yet.
create table login_flows (
  state_hash bytea primary key, -- SHA-256
  browser_hash bytea not null, -- SHA-256 of the cookie
  provider text not null,
  nonce text not null,
  verifier text not null,
  location text not null, -- page to return to
  invitation_hash bytea,
  account integer references accounts on delete cascade, -- logged in, and confirms or links; null: for a login
  links boolean not null,
  created_at timestamptz not null default now()
);
create index login_flows_by_created on login_flows (created_at);

-- Logout tokens that a provider has sent; each works once.
create table logout_tokens (
  token_hash bytea primary key, -- SHA-256 of issuer and id
  created_at timestamptz not null default now()
);
create index logout_tokens_by_created on logout_tokens (created_at);

-- Sessions that were ended to lock a device out: its browser deletes what it has stored.
create table forgotten_devices (
  session text collate "C" primary key,
  secret_hash bytea not null, -- SHA-256
  forgotten_at timestamptz not null default now()
);

create table account_sessions (
  id text collate "C" primary key, -- no secret: the list of sessions shows it
  secret_hash bytea not null, -- SHA-256
  account integer not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(), -- to the hour
  proven_at timestamptz not null default now(), -- last time the password was entered, or of the login at the provider
  expires_at timestamptz not null default now() + interval '30 days',
  agent text not null,
  address text not null,
  identity integer references account_identities on delete set null, -- it began with
  provider_session text -- id of the session at the provider
);
create index account_sessions_by_identity on account_sessions (identity) where identity is not null;
create index account_sessions_by_account on account_sessions (account, seen_at desc);
create index account_sessions_by_expiry on account_sessions (expires_at);

-- The API remembers who a session is while files are asked for, until it is notified that this may have changed
-- (backend/accounts/session-cache.ts).
create function notify_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_changes', 'sessions');
  return null;
end $$;
create trigger sessions_notified after delete or update of identity on account_sessions
  for each row execute function notify_sessions();
create trigger sessions_notified after update of role, disabled, group_id on accounts
  for each row execute function notify_sessions();
create trigger sessions_notified after update or delete on groups for each row execute function notify_sessions();

-- For programs (docs/decisions/0071-access-tokens.md). The scopes limit what the account's role allows.
create table access_tokens (
  id integer generated always as identity primary key,
  account integer not null references accounts on delete cascade,
  token_hash bytea not null unique, -- SHA-256
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz, -- null: never
  used_at timestamptz -- to the minute
);
create index access_tokens_by_account on access_tokens (account, id desc);

-- Links that show a post, a creator or a collection to people without an account (docs/decisions/0074-guest-links.md).
create table guest_links (
  id integer generated always as identity primary key,
  token_hash bytea not null unique, -- SHA-256
  account integer not null references accounts on delete cascade, -- the sharing one
  service text collate "C", -- null: a collection
  "user" text collate "C",
  post text collate "C", -- null: all posts of the creator
  title text, -- of a collection
  password text, -- Argon2id
  opens integer not null default 0,
  max_opens integer,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((service is null) = ("user" is null) and (service is null) = (title is not null) and (post is null or service is not null))
);
create index guest_links_by_account on guest_links (account, id desc);

-- Posts of a collection when its link was made. A post that is gone, hidden or taken down is not shown.
create table guest_link_posts (
  link integer not null references guest_links on delete cascade,
  service text collate "C" not null,
  post text collate "C" not null,
  position integer not null,
  primary key (link, service, post)
);

-- Browsers that opened a link; deleted with it.
create table guest_visits (
  secret_hash bytea primary key, -- SHA-256 of the cookie
  link integer not null references guest_links on delete cascade,
  expires_at timestamptz not null
);
create index guest_visits_by_link on guest_visits (link);
create index guest_visits_by_expiry on guest_visits (expires_at);

create table recovery_codes (
  account integer not null references accounts on delete cascade,
  code_hash bytea not null, -- SHA-256; a code has 100 random bits
  primary key (account, code_hash)
);

create table passkeys (
  id text collate "C" primary key, -- of the credential
  account integer not null references accounts on delete cascade,
  public_key bytea not null, -- COSE; a post-quantum key has thousands of bytes
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_by_account on passkeys (account, created_at desc);

create table passkey_challenges (
  challenge_hash bytea primary key, -- SHA-256
  account integer references accounts on delete cascade, -- null: for a login
  created_at timestamptz not null default now()
);
create index passkey_challenges_by_created on passkey_challenges (created_at);

-- Link that creates the first administrator; at most one.
create table setup_token (
  singleton boolean primary key default true check (singleton),
  token_hash bytea not null,
  created_at timestamptz not null default now()
);

create table invitations (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  account integer not null references accounts on delete cascade, -- the inviting one
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by integer references accounts on delete set null
);

create table notifications (
  id bigint generated always as identity primary key,
  account integer not null references accounts on delete cascade,
  type smallint not null,
  extra_info jsonb,
  seen boolean not null default false,
  created_at timestamptz not null default now()
);
create index notifications_by_account on notifications (account, id desc);
create index notifications_unseen on notifications (account) where not seen;

-- Settings that administrators change at run time; one row.
create table site_settings (
  singleton boolean primary key default true check (singleton),
  access text not null default 'open' check (access in ('open', 'members')), -- unless ACCESS is set
  registration text not null default 'open' check (registration in ('open', 'invite', 'closed')),
  members_invite boolean not null default false, -- not only administrators
  takedown_days integer not null default 30 check (takedown_days >= 0), -- from hiding to deletion
  sample text check (sample in ('loaded', 'removing', 'removed')) -- sample data of a first start; a removed one is not loaded again
);
insert into site_settings default values;
select watch_changes('site_settings');

-- Append-only. Usernames are joined, so that a deleted account leaves none.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  actor integer references accounts on delete set null, -- null: from the command line, or a deleted account
  kind text not null,
  subject text not null,
  before text,
  after text,
  reason text,
  parent bigint references audit_log, -- the change of many objects that this one is part of
  reverts bigint unique references audit_log
);
create index audit_log_by_subject on audit_log (subject, id);
create index audit_log_by_parent on audit_log (parent) where parent is not null;

-- Rejects every change but the one by which a deleted account leaves its rows without a name.
create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.actor is null then
    old.actor := null;
    if new is not distinct from old then return new; end if;
  end if;
  raise exception 'Rows of the audit log are not changed.';
end $$;
create trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit();


-- 11. Favorites and counts =============================================================================================

create table favorite_creators (
  account integer not null references accounts on delete cascade,
  service text collate "C" not null,
  id text collate "C" not null,
  faved_seq bigint not null generated always as identity,
  primary key (account, service, id),
  foreign key (service, id) references creators on delete cascade
);
create index favorite_creators_by_seq on favorite_creators (account, faved_seq desc);
create index favorite_creators_by_creator on favorite_creators (service, id);

create table favorite_posts (
  account integer not null references accounts on delete cascade,
  service text collate "C" not null,
  id text collate "C" not null,
  faved_seq bigint not null generated always as identity,
  primary key (account, service, id),
  foreign key (service, id) references posts on delete cascade
);
create index favorite_posts_by_seq on favorite_posts (account, faved_seq desc);
create index favorite_posts_by_post on favorite_posts (service, id);

-- Private feeds of favorites: anyone with the address can read one, until it is replaced or deleted.
create table favorites_feeds (
  account integer primary key references accounts on delete cascade,
  token_hash bytea not null unique, -- SHA-256: the address is shown once
  created_at timestamptz not null default now()
);

-- Counts of favorites are apart from content, so that a favorite rewrites no post and no creator
-- (docs/decisions/0023-counters.md): it appends a row to favorite_deltas, and a roll-up adds these to the counts at most once
-- a minute.

-- The triggers of posts insert and delete these rows. No foreign key: it would check each row against the post that was just
-- written (docs/decisions/0050-writes.md).
create table post_counts (
  service text collate "C" not null,
  id text collate "C" not null,
  favorites integer not null default 0 check (favorites >= 0),
  "user" text collate "C" not null, -- this and the next two: copies of the post's columns, so that one index ranks popular posts
  listed_at timestamptz not null,
  hidden boolean not null,
  primary key (service, id)
);
-- Popular posts of a window are read day by day, each day from its top: a window costs at most its days times the rows of a page,
-- however many posts were published in it (docs/decisions/0006-popular.md). Expression and order are those of popular-queries.ts.
create index post_counts_popular on post_counts
  (((listed_at at time zone 'UTC')::date), favorites desc, listed_at desc, service, id)
  include ("user") where not hidden;

create table creator_counts (
  service text collate "C" not null,
  id text collate "C" not null,
  favorites integer not null default 0 check (favorites >= 0),
  changed xid8 not null default '0', -- last transaction that changed the count, as in creators
  primary key (service, id),
  foreign key (service, id) references creators on delete cascade
);
create index creator_counts_by_favorites on creator_counts (favorites desc, service, id);
create index creator_counts_by_changed on creator_counts (changed);

create table favorite_deltas (
  entity text collate "C" not null check (entity in ('creator', 'post')),
  service text collate "C" not null,
  id text collate "C" not null,
  delta smallint not null check (delta in (-1, 1))
);
create index favorite_deltas_by_target on favorite_deltas (entity, service, id) include (delta);

-- Time of the last roll-up; one row.
create table favorite_rollup (
  singleton boolean primary key default true check (singleton),
  ran_at timestamptz not null default '-infinity'
);
insert into favorite_rollup default values;

-- A changed count queues its document and notifies a topic of its own.
create function post_counts_updated() returns trigger language plpgsql as $$
begin
  perform queue_documents('posts', array_agg(n.service), array_agg(n.id)), pg_notify('roost_changes', 'post_counts')
  from new_rows n join old_rows o using (service, id) where n.favorites <> o.favorites having count(*) > 0;
  return null;
end $$;
create trigger post_counts_updated after update on post_counts referencing new table as new_rows old table as old_rows
  for each statement execute function post_counts_updated();

create function creator_counts_updated() returns trigger language plpgsql as $$
begin
  perform queue_documents('creators', array_agg(n.service), array_agg(n.id), counts_delay()),
    pg_notify('roost_changes', 'creator_counts')
  from new_rows n join old_rows o using (service, id) where n.favorites <> o.favorites having count(*) > 0;
  return null;
end $$;
create trigger creator_counts_updated after update on creator_counts referencing new table as new_rows old table as old_rows
  for each statement execute function creator_counts_updated();

create function mark_creator_count() returns trigger language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  return new;
end $$;
create trigger creator_count_marked before update on creator_counts for each row
  when (old.favorites <> new.favorites) execute function mark_creator_count();


-- 12. Moderation: takedowns, flags, requests ===========================================================================

-- Content that was taken down and must not be imported again (docs/decisions/0011-takedowns.md), or that is hidden and can be
-- shown again (docs/decisions/0037-moderation.md). One takedown commits at a time, so `seq` grows in the order of commits and
-- a reader that continues after a number misses none.
create table takedowns (
  seq bigint generated always as identity primary key,
  service text collate "C" not null,
  "user" text collate "C" not null,
  post text collate "C", -- null: the creator and everything of theirs
  reason text not null default '',
  taken_at timestamptz not null default clock_timestamp(),
  kind text not null default 'takedown' check (kind in ('takedown', 'hidden')), -- by administrators, by moderators
  comment text collate "C", -- one comment of the post
  share text collate "C", -- one share of the creator
  file text collate "C", -- SHA-256, wherever it is used; service and "user" are ''
  held boolean not null default false, -- hidden but still stored: can be undone until purge_at, then it is deleted
  hid boolean not null default false, -- the content was visible before
  purge_at timestamptz, -- null: never
  entry bigint, -- in the audit log
  constraint takedowns_target unique nulls not distinct (service, "user", post, comment, share, file)
);
create index takedowns_due on takedowns (purge_at) where held;
create index takedowns_by_post on takedowns (service, post) where post is not null; -- of wanted posts whose creator is unknown
select watch_changes('takedowns');

-- Files that only taken-down content used. Rows stay, so that the bytes are not imported again.
create table removed_files (
  hash text collate "C" primary key,
  path text not null, -- /aa/bb/<sha256><ext>
  takedown bigint not null references takedowns on delete cascade,
  gone boolean not null default false, -- the bytes are deleted from the store
  held boolean not null default false -- of a held takedown: neither served nor deleted
);
create index removed_files_by_takedown on removed_files (takedown);
create index removed_files_left on removed_files (hash) where not gone and not held;
select watch_changes('removed_files'); -- the feed of takedowns names them
-- Text of a withheld image is not found.
create function removed_texts_changed() returns trigger language plpgsql as $$
begin
  perform queue_documents('posts', array_agg(u.service), array_agg(u.key))
  from changed c join picture_texts t using (hash) join file_uses u using (hash)
  where t.lines::text <> '[]' and u.entity in ('post', 'post_text') having count(*) > 0;
  return null;
end $$;
create trigger removed_texts_withheld after insert on removed_files referencing new table as changed
  for each statement execute function removed_texts_changed();
create trigger removed_texts_returned after delete on removed_files referencing old table as changed
  for each statement execute function removed_texts_changed();

-- No post is found by the names in an archive file that is withheld.
create function queue_posts_of_removed_files() returns trigger language plpgsql as $$
begin
  perform queue_documents('posts', array_agg(u.service), array_agg(u.key))
  from file_uses u where u.entity = 'post' and u.hash in (
    select c.hash from changed_rows c join archive_listings l using (hash))
  having count(*) > 0;
  return null;
end $$;
create trigger removals_indexed after insert on removed_files referencing new table as changed_rows
  for each statement execute function queue_posts_of_removed_files();
create trigger removals_unindexed after delete on removed_files referencing old table as changed_rows
  for each statement execute function queue_posts_of_removed_files();

-- Uses of files by visible content, one row each. Planned as a part of the statement that reads it.
create function visible_uses() returns setof file_uses language sql stable as $$
  select u.* from file_uses u where case
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
    else true end
$$;

-- True if visible content uses the file. Icons and banners are not in file_uses: callers check them.
create function is_used(wanted text) returns boolean language sql stable as $$
  select exists (select from visible_uses() u where u.hash = wanted)
$$;

-- Requests by people affected. Private.
create table takedown_requests (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique, -- SHA-256 of the secret at the end of the status link
  kind text not null check (kind in ('owner', 'person', 'counter')),
  addresses text not null,
  statement text not null,
  name text not null,
  contact text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'rejected')),
  version integer not null default 1,
  answer text not null default '',
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
create index takedown_requests_by_state on takedown_requests (state, created_at, id);

-- A post has at most one open flag; it outlives the account that set it. Resolved ones stay.
create table post_flags (
  service text collate "C" not null,
  id text collate "C" not null,
  account integer references accounts on delete set null,
  reason text not null,
  created_at timestamptz not null default now(),
  flag bigint generated always as identity primary key,
  state text not null default 'open' check (state in ('open', 'resolved')),
  version integer not null default 1, -- raised by each decision
  content json, -- the post as it was when flagged
  foreign key (service, id) references posts on delete cascade
);
create index post_flags_by_account on post_flags (account, created_at);
create unique index post_flags_open on post_flags (service, id) where state = 'open';
create index post_flags_by_post on post_flags (service, id);
create index post_flags_by_state on post_flags (state, created_at, flag);
select watch_changes('post_flags');

-- Requests to show two creators as accounts of one person. Decided ones stay, so that moderators see earlier decisions.
create table creator_link_requests (
  id integer generated always as identity primary key,
  requester integer references accounts on delete set null,
  from_service text collate "C" not null,
  from_id text collate "C" not null,
  to_service text collate "C" not null,
  to_id text collate "C" not null,
  reason text,
  created_at timestamptz not null default now(),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  decided_by integer references accounts on delete set null,
  decided_at timestamptz,
  check ((from_service, from_id) <> (to_service, to_id)),
  foreign key (from_service, from_id) references creators on delete cascade,
  foreign key (to_service, to_id) references creators on delete cascade
);
-- One pending request for two creators, in either direction.
create unique index creator_link_requests_pending on creator_link_requests (
  least(from_service || '/' || from_id, to_service || '/' || to_id),
  greatest(from_service || '/' || from_id, to_service || '/' || to_id)) where status = 'pending';
create index creator_link_requests_by_requester on creator_link_requests (requester);
create index creator_link_requests_by_from on creator_link_requests (from_service, from_id);
create index creator_link_requests_by_to on creator_link_requests (to_service, to_id);


-- Background jobs: rows of uploads, download_imports and imports (docs/decisions/0060-jobs.md). Each of these tables has:
--   attempt      counts claims; a fencing token, which rejects writes of a process that lost its lease
--   retry_count  failed attempts
--   crashes      claims that ended with their process
--   run_at       not before
--   lease_until  until when the process that claimed it has it; null while none does

-- Wakes the workers.
create function notify_jobs() returns trigger language plpgsql as $$
begin
  perform pg_notify('roost_jobs', tg_table_name);
  return null;
end $$;
create trigger rating_rules_notified after insert or update on rating_rules for each row when (new.pending)
  execute function notify_jobs();


-- 13. Uploads ==========================================================================================================

-- Files that people upload, until they are published as shares (docs/decisions/0040-uploads.md). Private.
create table uploads (
  id text collate "C" primary key, -- 128 random bits: anyone with the id can continue an upload without an account
  account integer references accounts on delete cascade,
  service text collate "C" not null,
  "user" text collate "C" not null,
  share text collate "C" not null, -- to publish in
  title text not null, -- of the share
  name text not null,
  size bigint not null check (size > 0),
  received bigint not null default 0 check (received between 0 and size), -- flushed to disk
  claimed text collate "C", -- SHA-256 given by the client, not verified
  state text not null default 'receiving'
    check (state in ('receiving', 'received', 'waiting', 'publishing', 'published', 'refused', 'failed')),
  hash text collate "C",
  ext text,
  mime text,
  scan text check (scan in ('clean', 'infected', 'not_scanned')),
  reason text, -- why it was refused or failed
  version integer not null default 1, -- raised by each decision
  decided_by integer references accounts on delete set null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  attempt integer not null default 0,
  retry_count integer not null default 0,
  crashes integer not null default 0,
  run_at timestamptz,
  lease_until timestamptz,
  foreign key (service, "user") references creators on delete cascade
);
create index uploads_by_account on uploads (account, created_at desc);
create index uploads_by_creator on uploads (service, "user");
create index uploads_left on uploads (changed_at) where state in ('received', 'publishing');
create index uploads_waiting on uploads (created_at, id) where state = 'waiting';
create trigger uploads_notified after insert or update on uploads
  for each row when (new.state in ('received', 'publishing') and new.lease_until is null) execute function notify_jobs();
create index uploads_receiving on uploads (changed_at) where state = 'receiving';


-- 14. Imports ==========================================================================================================

-- Ed25519 key that signs bundles for other archives (docs/decisions/0078-exchange.md); at most one row. In the database, so
-- that a restored backup is still the same archive to others.
create table archive_key (
  singleton boolean primary key default true check (singleton),
  private_key text not null
);

-- Progress of an interrupted ingest of a bundle; written in the transaction of each batch.
create table ingest_progress (
  bundle text not null,
  entity text not null,
  byte_offset bigint not null,
  line bigint not null,
  primary key (bundle, entity)
);

-- Folders of downloads that administrators upload, and their imports (docs/decisions/0033-importing-downloads.md). Private.
create table download_imports (
  id text collate "C" primary key,
  account integer references accounts on delete set null,
  state text not null default 'receiving'
    check (state in ('receiving', 'scanning', 'scanned', 'importing', 'done', 'failed')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  zone text not null default 'UTC',
  creators json not null default '[]', -- creators of folders that do not name theirs
  rating smallint not null default 0, -- of the creators and posts that it adds
  preview json, -- json, not jsonb: the order of keys is that of the contract
  progress json,
  result json,
  skipped json not null default '[]', -- files that the browser could not send, with reasons
  problems_count integer not null default 0, -- also those beyond the stored ones
  error text,
  attempt integer not null default 0,
  retry_count integer not null default 0,
  crashes integer not null default 0,
  run_at timestamptz,
  lease_until timestamptz
);
-- Files and records that the latest preview or import left out.
create table download_problems (
  import text collate "C" not null references download_imports on delete cascade,
  n integer not null, -- in the order in which they were found
  path text not null,
  reason text not null,
  primary key (import, n)
);
create index download_imports_by_created on download_imports (created_at desc);
create index download_imports_waiting on download_imports (changed_at) where state in ('scanning', 'importing');
create trigger download_imports_notified after insert or update on download_imports
  for each row when (new.state in ('scanning', 'importing') and new.lease_until is null) execute function notify_jobs();

-- Hashes of files that imports of downloads have read, so that no file is read twice. Private.
create table imported_files (
  place text collate "C" primary key, -- absolute path, each byte a character: names need not be UTF-8
  size bigint not null,
  mtime double precision not null, -- milliseconds
  hash text collate "C" not null
);

-- Files that the metadata of posts names, but that were not among the downloads. A row stays when the file arrives: `roost wanted`
-- lists those that their post lacks. Private.
create table missing_files (
  service text collate "C" not null,
  post text collate "C" not null,
  key text collate "C" not null generated always as (coalesce(hash, md5(name))) stored,
  name text not null,
  hash text collate "C", -- SHA-256; null if unknown
  url text, -- address that it had
  primary key (service, post, key),
  foreign key (service, post) references posts (service, id) on delete cascade
);

-- Texts that a program saved of a post, as they were, so that a later reader can read them again
-- (docs/decisions/0077-raw-sources.md). Private.
create table post_sources (
  service text collate "C" not null,
  post text collate "C" not null,
  program text collate "C" not null, -- name of the format
  files bytea not null, -- gzip of JSON: bytes in base64 by path
  primary key (service, post, program),
  foreign key (service, post) references posts (service, id) on delete cascade
);

-- Creators that lists of other sites and programs name (docs/decisions/0076-wanted.md). A row stays when its creator arrives: what
-- is here, and what was taken down, is left out where it is read. Private.
create table wanted_creators (
  service text collate "C" not null,
  id text collate "C" not null,
  by_public_id boolean not null, -- the id is a public_id: the list did not have the other
  name text not null,
  primary key (service, id, by_public_id)
);

-- Posts that exist, as far as lists, neighbors, revisions and links say. As wanted_creators. Private.
create table wanted_posts (
  service text collate "C" not null,
  id text collate "C" not null,
  "user" text collate "C", -- null if unknown
  title text not null,
  source text not null check (source in ('list', 'neighbor', 'revision', 'link')), -- the first of these that names it
  primary key (service, id)
);
create index wanted_posts_by_creator on wanted_posts (service, "user");

-- Lists of what other archives have, to be compared with what is missing here. Private.
create table have_lists (
  name text collate "C" primary key,
  added timestamptz not null default now()
);
create table have_posts (
  list text collate "C" not null references have_lists on delete cascade,
  service text collate "C" not null,
  id text collate "C" not null,
  primary key (service, id, list)
);
create table have_files (
  list text collate "C" not null references have_lists on delete cascade,
  hash text collate "C" not null,
  primary key (hash, list)
);
create index have_posts_by_list on have_posts (list);
create index have_files_by_list on have_files (list);

-- Imports with session keys (docs/decisions/0035-importer.md). These tables are private: no cached answer, search document or
-- export is made of them.

-- Public halves of the keys that importers hold. The one seen last seals session keys.
create table importer_keys (
  fingerprint text collate "C" primary key, -- SHA-256
  public_key text not null, -- PEM
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now() -- of an importer that has it
);

-- Running importers and their connectors.
create table importers (
  id text collate "C" primary key,
  connectors jsonb not null, -- {"patreon": "gallery-dl"}
  seen_at timestamptz not null default now()
);

-- Services whose imports are paused by an operator.
create table import_pauses (
  service text collate "C" primary key
);

create table service_keys (
  id integer generated always as identity primary key,
  account integer not null references accounts on delete cascade,
  service text collate "C" not null,
  key_hash bytea not null,
  sealed bytea not null,
  sealed_by text collate "C" not null,
  save_dms boolean not null,
  added timestamptz not null default now(),
  dead boolean not null default false,
  auto_import boolean not null default false,
  next_import_at timestamptz,
  unique (account, service, key_hash)
);
create index service_keys_due on service_keys (next_import_at) where auto_import and not dead;

-- The queue of imports.
create table imports (
  id text collate "C" primary key, -- 128 random bits: anyone with the id can see the import
  service text collate "C" not null,
  account integer references accounts on delete cascade,
  owner text collate "C", -- account, or hash of the network of a visitor: who takes turns
  service_key integer references service_keys on delete set null,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'invalid_key', 'canceled')),
  priority integer not null default 0,
  key_hash bytea not null,
  sealed bytea, -- null when no longer needed
  sealed_by text collate "C" not null,
  save_dms boolean not null,
  created_at timestamptz not null default now(),
  queued_at timestamptz not null default now(), -- place in the queue
  first_started_at timestamptz,
  current_try_started_at timestamptz,
  finished_at timestamptz,
  key_failed_at timestamptz,
  attempt integer not null default 0,
  retry_count integer not null default 0,
  crashes integer not null default 0,
  run_at timestamptz,
  lease_until timestamptz,
  sub_count integer not null default 0,
  added integer not null default 0,
  reason text,
  missing_files text[] not null default '{}',
  check (save_dms = false or account is not null)
);
-- One import of a key at a time: submitting the key again returns that import.
create unique index imports_of_key on imports (service, key_hash) where state in ('queued', 'running');
create unique index imports_running on imports (service, account) where state = 'running';
create index imports_waiting on imports (priority desc, queued_at) where state in ('queued', 'running');
create index imports_by_created on imports (created_at desc, id);
create index imports_by_account on imports (account);
create index imports_by_service_key on imports (service_key, created_at desc);
create index imports_by_finished on imports (finished_at);
create trigger imports_notified after insert or update on imports
  for each row when (new.state = 'queued') execute function notify_jobs();

create table import_logs (
  import text collate "C" not null references imports on delete cascade,
  id bigint generated always as identity,
  line text not null,
  at timestamptz not null default now(),
  primary key (import, id)
);
create index import_logs_by_time on import_logs (at);

-- State from which the next import with the same key resumes.
create table connector_states (
  service text collate "C" not null,
  key_hash bytea not null,
  state jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (service, key_hash)
);

-- Imported direct messages that wait for approval (docs/decisions/0036-dm-review.md). An approved one is in `dms` at once; its
-- row here stays until an importer has stored its files.
create table pending_dms (
  account integer not null references accounts on delete cascade,
  service text collate "C" not null,
  hash text collate "C" not null,
  import text collate "C" references imports on delete set null,
  "user" text collate "C" not null,
  fields json not null, -- record of docs/bundle.md, without its files
  files json not null default '[]', -- [{name, path}] below the folder pending-dms of the data folder
  status text not null default 'pending' check (status in ('pending', 'ignored', 'approved')),
  imported_at timestamptz not null default now(),
  primary key (account, service, hash)
);
create index pending_dms_by_import on pending_dms (import);
create index pending_dms_by_status on pending_dms (account, status, imported_at desc, service, hash);
create index pending_dms_approved on pending_dms (imported_at) where status = 'approved';
create index pending_dms_by_creator on pending_dms (service, "user");

-- Notifies importers, which hold the files: they store those of approved messages and delete those of deleted ones.
create trigger pending_dms_changed after update or delete on pending_dms
  for each statement execute function notify_jobs();

-- A takedown of a creator deletes pending messages too.
create function delete_pending_of_takedown() returns trigger language plpgsql as $$
begin
  delete from pending_dms where service = new.service and "user" = new."user";
  return null;
end $$;
create trigger takedown_deletes_pending after insert or update on takedowns
  for each row when (new.post is null) execute function delete_pending_of_takedown();


-- 15. Sync =============================================================================================================

-- Sync between a person's devices, end-to-end encrypted (docs/decisions/0047-sync.md).
create table sync_accounts (
  account integer primary key references accounts on delete cascade,
  key_id text collate "C" not null, -- derived from the person's words, as the key is
  seq integer not null default 0, -- of the last segment
  snapshot integer not null default 0 -- segments up to this one were replaced by a snapshot
);

create table sync_segments (
  account integer not null references sync_accounts on delete cascade,
  seq integer not null,
  device text collate "C" not null,
  number integer not null, -- counted by the device, used once
  bytes bytea not null check (octet_length(bytes) <= 262144),
  pushed_at timestamptz not null default now(),
  primary key (account, seq),
  unique (account, device, number)
);
-- Encrypted bytes do not compress.
alter table sync_segments alter column bytes set storage external;


-- 16. Web Push =========================================================================================================

-- VAPID keys (docs/decisions/0048-push.md); at most one row. In the database, so that a restored backup still delivers.
create table push_keys (
  singleton boolean primary key default true check (singleton),
  public_key text not null,
  private_key text not null
);

-- Belong to a session and are deleted with it: a device that was logged out gets no notifications.
create table push_subscriptions (
  session text collate "C" primary key references account_sessions on delete cascade,
  endpoint text collate "C" not null unique,
  p256dh text not null,
  auth text not null,
  timing text not null check (timing in ('at_once', 'daily')),
  hour smallint not null check (hour between 0 and 23), -- of the daily notification
  quiet_from smallint not null check (quiet_from between 0 and 23),
  quiet_to smallint not null check (quiet_to between 0 and 23), -- same as quiet_from: no quiet hours
  zone text not null, -- time zone of the hours, such as Asia/Tokyo
  notified_at timestamptz not null default now(), -- posts added until then were notified
  next_at timestamptz not null -- earliest time of the next notification
);
create index push_subscriptions_by_next on push_subscriptions (next_at);


-- 17. Idempotency keys and rate limits =================================================================================

-- Responses to requests with an Idempotency-Key, kept for a day (docs/decisions/0026-idempotency-and-limits.md). A row commits
-- together with the effect of its request.
create table idempotency_keys (
  scope text collate "C" not null,
  key text collate "C" not null,
  request bytea not null,
  status smallint,
  body text,
  created timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_by_created on idempotency_keys (created);

-- Counters of rate-limiter-flexible, in the shape it expects, where several API processes count together. Unlogged: a crash
-- resets them.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- HTML as it came, gzip in base64, where the import removed more than markup; by the SHA-256 of the text that is stored in its
-- place. Part of bundles; goes with the text (docs/decisions/0063-html-sources.md).
create table html_sources (
  hash text collate "C" primary key,
  gzip text not null
);

-- The argument is the column with HTML. Posts and comments keep a replaced text as a revision, so for them only a deletion counts.
create function html_sources_deleted() returns trigger language plpgsql as $$
begin
  execute format('delete from html_sources s using old_rows o
    where s.hash = encode(sha256(convert_to(o.%I, ''UTF8'')), ''hex'')', tg_argv[0]);
  return null;
end $$;
create function html_sources_replaced() returns trigger language plpgsql as $$
begin
  execute format('delete from html_sources s using (select %1$I as text from old_rows except select %1$I from new_rows) o
    where s.hash = encode(sha256(convert_to(o.text, ''UTF8'')), ''hex'')', tg_argv[0]);
  return null;
end $$;
create trigger html_sources_deleted after delete on posts referencing old table as old_rows
  for each statement execute function html_sources_deleted('content');
create trigger html_sources_deleted after delete on post_revisions referencing old table as old_rows
  for each statement execute function html_sources_deleted('content');
create trigger html_sources_deleted after delete on comments referencing old table as old_rows
  for each statement execute function html_sources_deleted('content');
create trigger html_sources_deleted after delete on comment_revisions referencing old table as old_rows
  for each statement execute function html_sources_deleted('content');
create trigger html_sources_deleted after delete on announcements referencing old table as old_rows
  for each statement execute function html_sources_deleted('content');
create trigger html_sources_deleted after delete on dms referencing old table as old_rows
  for each statement execute function html_sources_deleted('content');
create trigger html_sources_deleted after delete on shares referencing old table as old_rows
  for each statement execute function html_sources_deleted('description');
create trigger html_sources_replaced after update on announcements referencing new table as new_rows old table as old_rows
  for each statement execute function html_sources_replaced('content');
create trigger html_sources_replaced after update on dms referencing new table as new_rows old table as old_rows
  for each statement execute function html_sources_replaced('content');
create trigger html_sources_replaced after update on shares referencing new table as new_rows old table as old_rows
  for each statement execute function html_sources_replaced('description');


-- 18. Groups: who sees what ============================================================================================

-- Row-level security, for the role of groups' connections only: the owner of the tables, which everything else connects as, is
-- exempt. Tables of content have a policy; a test lists the others. A connection says in the setting `roost.group` for whom it
-- reads; without it nothing is visible.
create function viewer_group() returns integer language sql stable parallel safe
return nullif(current_setting('roost.group', true), '')::integer;

-- The highest rating that it sees.
create function viewer_rating() returns smallint language sql stable parallel safe
return (select rating from groups where id = viewer_group());

-- Names that it does not see, as the keys of an object, which are found faster than rows: services, and creators as `service/id`.
create function viewer_hides() returns jsonb language sql stable parallel safe
return (
  select coalesce(jsonb_object_agg(key, null), '{}') from (
    select case creator when '' then service else service || '/' || creator end
    from group_exclusions where group_id = viewer_group()
    union all
    select name from rating_rules where kind = 'service' and rating > viewer_rating()
  ) as hidden (key));

-- True if no creator has a higher rating. As the owner: it would not find the creators that it does not see.
create function viewer_sees_all_ratings() returns boolean language sql stable parallel safe security definer
return not exists (select from creators where rating > 0 and rating > viewer_rating());

create policy visible on creators using (
  rating <= (select viewer_rating())
  and not (select viewer_hides()) ?| array[service, service || '/' || id]
) with check (true);

-- A policy applies inside the others too: what belongs to a creator is as visible as the creator. Lists read many posts, so
-- they look up a creator only where ratings hide some; and by a value, not with `exists`, which the planner would answer by
-- reading all creators for each page.
create policy visible on posts using (
  rating <= (select viewer_rating())
  and not (select viewer_hides()) ?| array[service, service || '/' || "user"]
  and ((select viewer_sees_all_ratings())
    or (select true from creators c where c.service = posts.service and c.id = posts."user"))
) with check (true);

-- For tables of which a page reads a few rows: as a function it is planned apart, which makes the statement shorter to start.
create function viewer_sees_post(of_service text, of_id text) returns boolean language sql stable parallel safe
return exists (select from posts where service = of_service and id = of_id);

create policy visible on post_revisions using (
  viewer_sees_post(service, id)
) with check (true);
create policy visible on comments using (
  exists (select from posts p where p.service = comments.service and p.id = comments.post)
) with check (true);
create policy visible on comment_revisions using (
  exists (select from posts p where p.service = comment_revisions.service and p.id = comment_revisions.post)
) with check (true);
create policy visible on linked_posts using (
  exists (select from posts p where p.service = linked_posts.service and p.id = linked_posts.id)
) with check (true);
create policy visible on post_flags using (
  viewer_sees_post(service, id)
) with check (true);
create policy visible on post_counts using (
  exists (select from posts p where p.service = post_counts.service and p.id = post_counts.id)
) with check (true);
create policy visible on creator_tags using (
  rating <= (select viewer_rating())
  and exists (select from creators c where c.service = creator_tags.service and c.id = creator_tags."user")
) with check (true);
create policy visible on tags using (
  exists (select from creator_tags t where t.lower_tag = tags.tag and t.post_count > 0)
) with check (true);
create policy visible on announcements using (
  exists (select from creators c where c.service = announcements.service and c.id = announcements.user_id)
) with check (true);
create policy visible on fancards using (
  exists (select from creators c where c.service = fancards.service and c.id = fancards.user_id)
) with check (true);
create policy visible on dms using (
  (select true from creators c where c.service = dms.service and c.id = dms."user") -- see posts
) with check (true);
create policy visible on shares using (
  (select true from creators c where c.service = shares.service and c.id = shares."user") -- see posts
) with check (true);
create policy visible on discord_channels using (
  exists (select from creators c where c.service = discord_channels.service and c.id = discord_channels.server_id)
) with check (true);
create policy visible on community_channels using (
  exists (select from creators c where c.service = community_channels.service and c.id = community_channels.creator_id)
) with check (true);
create policy visible on discord_messages using (
  exists (select from discord_channels c where c.id = discord_messages.channel)
) with check (true);
create policy visible on discord_message_revisions using (
  exists (select from discord_messages m where m.id = discord_message_revisions.message)
) with check (true);
create policy visible on discord_days using (
  exists (select from discord_channels c where c.id = discord_days.channel)
) with check (true);
create policy visible on community_messages using (
  exists (select from community_channels c where c.channel_id = community_messages.channel_id)
) with check (true);
create policy visible on share_files using (
  exists (select from shares s where s.id = share_files.share)
) with check (true);
create policy visible on files using (
  is_used(hash)
) with check (true);
create policy visible on archive_listings using (
  exists (select from files f where f.hash = archive_listings.hash)
) with check (true);
create policy visible on archive_readings using (
  exists (select from files f where f.hash = archive_readings.hash)
) with check (true);
create policy visible on media_renditions using (
  exists (select from files f where f.hash = media_renditions.hash)
) with check (true);
create policy visible on damaged_files using (
  exists (select from files f where f.hash = damaged_files.hash)
) with check (true);
create policy visible on picture_pairs using (
  exists (select from files f where f.hash = picture_pairs.hash)
  and exists (select from files f where f.hash = picture_pairs.other)
) with check (true);
create policy visible on uncompared_pictures using (false);
create policy visible on reading_attempts using (false);
create policy visible on creator_link_requests using (
  exists (select from creators c where c.service = from_service and c.id = from_id)
  and exists (select from creators c where c.service = to_service and c.id = to_id)
) with check (true);
-- Creators of takedowns may be gone, so their rating is unknown.
create policy visible on takedowns using (
  not exists (select from group_exclusions e where e.group_id = viewer_group()
    and e.service = takedowns.service and e.creator in ('', takedowns."user"))
) with check (true);
create policy visible on creators_gone using (
  not exists (select from group_exclusions e where e.group_id = viewer_group()
    and e.service = creators_gone.service and e.creator in ('', creators_gone.id))
) with check (true);
-- For the archive as a whole: groups' totals are added up from the counts of visible creators.
create policy visible on totals using (false);
create policy visible on html_sources using (false);
create policy visible on missing_files using (false);
create policy visible on post_sources using (false);
create policy visible on wanted_creators using (false);
create policy visible on wanted_posts using (false);
create policy visible on have_lists using (false);
create policy visible on have_posts using (false);
create policy visible on have_files using (false);

do $$
declare
  item record;
begin
  for item in select tablename from pg_policies where schemaname = current_schema loop
    execute format('alter table %I enable row level security', item.tablename);
  end loop;
  -- Counts, outbox and notifications are kept by the owner, whoever writes.
  for item in select oid::regprocedure as name from pg_proc
    where pronamespace = current_schema::regnamespace and prorettype = 'trigger'::regtype
  loop
    execute format('alter function %s security definer', item.name);
  end loop;
end $$;
