/** For every GET of the API an address with data in the sample archive. A new route needs a line here. */
import sharp from "sharp";
import { apiRoutes } from "#backend/app.ts";
import type { Sql } from "#backend/db/client.ts";
import { hashOf } from "#backend/db/tokens.ts";
import { openStaged } from "#backend/files/staged.ts";

interface Example {
  /** SQL that gives one row with a column for each `:name` of the path. */
  row?: string;
  /** Query string without its question mark. */
  query?: string;
}

const NOTHING: Example = {};
const CREATOR: Example = {
  row: `select service, "user" as id from creator_tags order by post_count desc limit 1`,
};
const POST = `p.service, p."user" as id, p.id as post`;
const FILE: Example = { row: "select hash from file_uses where entity = 'post' order by hash limit 1" };
const ARCHIVE: Example = {
  row: "select hash from archive_listings where not encrypted order by hash limit 1",
};
const ENTRY: Example = {
  row: "select hash, 0 as number from archive_listings where not encrypted order by hash limit 1",
};
const PICTURE: Example = { row: "select repeat('0', 64) as pdq" };
const ACCOUNT: Example = { row: "select id as account from accounts order by id limit 1" };
const IMPORT: Example = { row: "select id from imports limit 1" };
const DOWNLOAD: Example = { row: "select id from download_imports limit 1" };
const FEED_TOKEN = "example";
const FEED: Example = { row: `select '${FEED_TOKEN}' as token` };
const OPDS2: Example = { query: "version=2" };
const IMAGES: Example = {
  row: `select ${POST}, 0 as page from posts p join files f on p.file ->> 'path' like '%' || f.hash || '%' where f.ext = '.png' order by p.service, p.id limit 1`,
};
const PODCAST: Example = { query: "format=podcast" };
/** Value of the cookie of a guest. */
export const GUEST = "guest-of-example";
const UPLOAD_ID = "abcdefghijklmnopqrstuv";
const UPLOAD: Example = { row: "select id from uploads limit 1" };
const CHANNEL = "from discord_channels c where post_count > 0 order by c.id limit 1";

const EXAMPLES: Record<string, Example[]> = {
  "/schema": [NOTHING],
  "/v1/account": [NOTHING],
  "/v1/account/administrator/access": [NOTHING],
  "/v1/account/administrator/account/:account": [ACCOUNT],
  "/v1/account/administrator/accounts": [NOTHING],
  "/v1/account/administrator/audit": [NOTHING],
  "/v1/account/administrator/downloads": [NOTHING],
  "/v1/account/administrator/duplicates": [NOTHING, { query: "service=patreon&user=1" }],
  "/v1/account/administrator/files": [NOTHING],
  "/v1/account/administrator/groups": [NOTHING],
  "/v1/account/administrator/groups/:group/preview": [{ row: "select id as group from groups limit 1" }],
  "/v1/account/administrator/invitations": [NOTHING],
  "/v1/account/administrator/rating_rules": [NOTHING],
  "/v1/account/administrator/ratings": [NOTHING],
  "/v1/account/administrator/ratings/:service/:id": [CREATOR],
  "/v1/account/administrator/ratings/:service/:id/:post": [
    { row: `select ${POST} from posts p order by p.service, p.id limit 1` },
  ],
  "/v1/account/administrator/downloads/:id": [DOWNLOAD],
  "/v1/account/administrator/downloads/:id/files": [DOWNLOAD],
  "/v1/account/administrator/downloads/:id/problems": [DOWNLOAD],
  "/v1/account/administrator/wanted": [NOTHING],
  "/v1/account/administrator/wanted/posts": [{ query: "service=patreon&creator=1" }],
  "/v1/account/administrator/wanted/export": [{ query: "format=json" }, { query: "format=csv" }],
  "/v1/account/data": [NOTHING],
  "/v1/account/favorites": [NOTHING, { query: "type=post" }],
  "/v1/account/favorites/artists": [NOTHING],
  "/v1/account/favorites/feed": [NOTHING],
  "/v1/account/favorites/new/feed": [NOTHING, PODCAST],
  "/v1/account/favorites/new": [{ query: "since=2020-01-01T00:00:00" }],
  "/v1/account/favorites/posts": [NOTHING],
  "/v1/account/moderator/actions": [NOTHING],
  "/v1/account/moderator/flags": [NOTHING, { query: "state=resolved" }],
  "/v1/account/moderator/flags/:flag": [{ row: "select flag from post_flags limit 1" }],
  "/v1/account/moderator/takedown_requests": [NOTHING],
  "/v1/account/administrator/takedowns": [NOTHING],
  "/v1/account/administrator/takedowns/copies": [{ query: `file=${"0".repeat(64)}` }],
  "/v1/account/administrator/takedowns/preview": [{ query: "service=patreon&user=1" }],
  "/v1/account/tasks": [NOTHING],
  "/v1/account/administrator/imports": [NOTHING],
  "/v1/account/keys": [NOTHING],
  "/v1/account/moderator/tasks/creator_links": [NOTHING],
  "/v1/account/moderator/tasks/uploads": [NOTHING],
  "/v1/account/moderator/uploads/:id/file": [UPLOAD],
  "/v1/account/moderator/uploads/:id/preview": [UPLOAD],
  "/v1/account/notifications": [NOTHING],
  "/v1/account/push": [NOTHING],
  "/v1/account/passkeys": [NOTHING],
  "/v1/account/recovery_codes": [NOTHING],
  "/v1/account/review_dms": [NOTHING, { query: "status=ignored" }],
  "/v1/account/posts/upload": [NOTHING],
  "/v1/account/sessions": [NOTHING],
  "/v1/account/invitations": [NOTHING],
  "/v1/account/guest_links": [NOTHING],
  "/v1/guest": [NOTHING],
  "/v1/guest/posts": [NOTHING],
  "/v1/guest/posts/:service/:post": [
    {
      row: `select p.service, p.id as post from guest_links l join posts p on p.service = l.service and p."user" = l."user" limit 1`,
    },
  ],
  "/v1/account/single_sign_on": [NOTHING],
  "/v1/account/single_sign_on/logout": [NOTHING],
  "/v1/authentication/single_sign_on/:provider/callback": [{ row: "select 'home' as provider" }],
  "/v1/account/tokens": [NOTHING],
  "/v1/account/sync": [NOTHING, { query: "after=1" }],
  "/v1/app_version": [NOTHING],
  "/v1/archive": [NOTHING],
  "/v1/artists": [NOTHING],
  "/v1/artists/random": [NOTHING],
  "/v1/artists/updated": [NOTHING],
  "/v1/authentication/registration": [NOTHING],
  "/v1/creators": [NOTHING],
  "/v1/creators.txt": [NOTHING],
  "/v1/discord/channel/:id": [{ row: `select c.id ${CHANNEL}` }],
  "/v1/discord/channel/:id/:message": [
    { row: "select channel as id, id as message from discord_messages order by id limit 1" },
  ],
  "/v1/discord/channel/lookup/:id": [{ row: `select c.server_id as id ${CHANNEL}` }],
  "/v1/discord/server/:id": [{ row: `select c.server_id as id ${CHANNEL}` }],
  "/v1/discord/channel/:id/day/:day": [{ row: `select c.id, '2023-05-01' as day ${CHANNEL}` }],
  "/v1/discord/server/:id/search": [{ row: `select c.server_id as id ${CHANNEL}`, query: "q=the" }],
  "/v1/dms": [NOTHING],
  "/v1/dms/feed": [NOTHING],
  "/v1/fanbox/user/:id/fancards": [{ row: "select user_id as id from fancards order by id limit 1" }],
  "/v1/favorites/feed/:token": [FEED, { ...FEED, ...PODCAST }],
  "/v1/file/:hash": [ARCHIVE],
  "/v1/file/:hash/entry/:number": [ENTRY],
  "/v1/file/:hash/text": [ARCHIVE],
  "/v1/has_pending_dms": [NOTHING],
  "/v1/importer": [NOTHING],
  "/v1/importer/logs/:id": [IMPORT],
  "/v1/imports/:id": [IMPORT],
  "/v1/account/favorites/opds": [NOTHING, OPDS2],
  "/v1/opds": [NOTHING, OPDS2],
  "/v1/opds/creators": [NOTHING, OPDS2],
  "/v1/opds/posts": [NOTHING, OPDS2, { query: "q=ink&version=2" }],
  "/v1/opds/search": [NOTHING],
  "/v1/:service/user/:id/opds": [CREATOR, { ...CREATOR, ...OPDS2 }],
  "/v1/:service/user/:id/post/:post/manifest": [IMAGES],
  "/v1/:service/user/:id/post/:post/page/:page": [{ ...IMAGES, query: "width=360" }, IMAGES],
  "/v1/posts": [NOTHING, { query: "o=50" }],
  "/v1/posts/archives/:hash": [ARCHIVE],
  "/v1/posts/feed": [NOTHING, PODCAST],
  "/v1/posts/popular": [{ query: "date=2026-09-04&period=day" }, { query: "date=2026-09-04&period=month" }],
  "/v1/posts/random": [NOTHING],
  "/v1/posts/tags": [NOTHING],
  "/v1/posts/upload": [NOTHING],
  "/v1/posts/upload/:id": [UPLOAD],
  "/v1/removed": [NOTHING],
  "/v1/search": [{ query: "q=ink" }],
  "/v1/search/facets": [{ query: "q=ink" }],
  "/v1/search/help": [{ query: "q=ink+tag:ink" }],
  "/v1/search/posts": [{ query: "q=ink" }],
  "/v1/search_hash/:hash": [FILE],
  "/v1/search_picture/:pdq": [PICTURE],
  "/v1/share/:id": [{ row: "select id from shares order by id limit 1" }],
  "/v1/shares": [NOTHING],
  "/v1/:service/post/:post": [{ row: `select ${POST} from posts p order by p.service, p.id limit 1` }],
  "/v1/:service/user/:id/announcements": [
    { row: "select service, user_id as id from announcements order by 1, 2 limit 1" },
  ],
  "/v1/:service/user/:id/community": [
    { row: "select service, creator_id as id from community_channels order by 1, 2 limit 1" },
  ],
  "/v1/:service/user/:id/community/messages": [
    {
      row: "select service, channel_id as id from community_channels where post_count > 0 order by 1, 2 limit 1",
    },
  ],
  "/v1/:service/user/:id/community/messages/:message": [
    {
      row: "select 'patreon' as service, channel_id as id, message_id as message from community_messages order by 3 limit 1",
    },
  ],
  "/v1/:service/user/:id/community/day/:day": [
    {
      row: "select service, channel_id as id, '2026-05-01' as day from community_channels where post_count > 0 order by 1, 2 limit 1",
    },
  ],
  "/v1/:service/user/:id/community/search": [
    { row: "select service, creator_id as id from community_channels order by 1, 2 limit 1", query: "q=the" },
  ],
  "/v1/:service/user/:id/dms": [{ row: `select service, "user" as id from dms order by 1, 2 limit 1` }],
  "/v1/:service/user/:id/feed": [CREATOR, { ...CREATOR, ...PODCAST }],
  "/v1/:service/user/:id/links": [
    { row: "select service, id from creators where relation_id is not null order by 1, 2 limit 1" },
  ],
  "/v1/:service/user/:id/links/new": [CREATOR],
  "/v1/:service/user/:id/links/posts": [
    { row: "select service, id from creators where relation_id is not null order by 1, 2 limit 1" },
  ],
  "/v1/:service/user/:id/links/posts/feed": [
    { row: "select service, id from creators where relation_id is not null order by 1, 2 limit 1" },
  ],
  "/v1/:service/user/:id/post/:post": [
    { row: `select ${POST} from posts p order by p.service, p.id limit 1` },
  ],
  "/v1/:service/user/:id/post/:post/comments": [
    {
      row: `select ${POST} from posts p join comments c on (c.service, c.post) = (p.service, p.id) order by 1, 3 limit 1`,
    },
  ],
  "/v1/:service/user/:id/post/:post/flag": [
    { row: `select ${POST} from posts p join post_flags f using (service, id) limit 1` },
  ],
  "/v1/:service/user/:id/post/:post/revision/:revision": [
    { row: `select ${POST}, p.revision_id as revision from post_revisions p order by 4 limit 1` },
  ],
  "/v1/:service/user/:id/post/:post/revisions": [
    { row: `select ${POST} from post_revisions p order by 1, 3 limit 1` },
  ],
  "/v1/:service/user/:id/posts": [CREATOR],
  "/v1/:service/user/:id/profile": [CREATOR],
  "/v1/:service/user/:id/recommended": [CREATOR],
  "/v1/:service/user/:id/shares": [{ row: `select service, "user" as id from shares order by 1, 2 limit 1` }],
  "/v1/:service/user/:id/tags": [CREATOR],
  "/v2/account/administrator/account/:account": [ACCOUNT],
  "/v2/account/administrator/accounts": [NOTHING],
  "/v2/account/administrator/accounts/:page": [{ row: "select 1 as page" }],
  "/v2/file/:hash": [ARCHIVE],
};

/** Adds examples that no bundle contains. @param data the folder of ROOST_DATA */
export async function addExamples(sql: Sql, data: string): Promise<void> {
  await sql`insert into imports (id, service, key_hash, sealed_by, save_dms) values ('0', 'patreon', '', '', false)`;
  await sql`insert into groups (name) values ('Example')`;
  await sql`insert into download_imports (id) values ('abcdefghijklmnopqrstuv')`;
  await sql`insert into picture_hashes (hash, pdq, quality) select hash, repeat('0', 256)::bit(256), 100 from files`;
  const lines = JSON.stringify([{ words: [{ text: "Harbor", box: [0.1, 0.1, 0.3, 0.05] }] }]);
  await sql`insert into picture_texts (hash, lines, program) select hash, ${lines}::text::json, 'tesseract' from files`;
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123" } })
    .png()
    .toBuffer();
  const staged = await openStaged(data, UPLOAD_ID);
  await staged.writeFile(picture);
  await staged.close();
  await sql`
    insert into uploads (id, service, "user", share, title, name, size, state, hash, ext, mime, scan)
    select ${UPLOAD_ID}, service, id, '0', 'Sketches', 'a.png', ${picture.length}, 'waiting', '', '.png', 'image/png', 'clean'
    from creators order by service, id limit 1`;
  await sql`
    with reader as (insert into accounts (username, password) values ('reader', '') returning id)
    insert into favorites_feeds (account, token_hash) select id, ${hashOf(FEED_TOKEN)} from reader`;
  await sql`
    with link as (
      insert into guest_links (token_hash, account, service, "user", expires_at)
      select '', a.id, c.service, c.id, now() + interval '1 day' from accounts a, creators c
      where a.username = 'reader' and not c.hidden order by c.post_count desc limit 1 returning id, expires_at
    )
    insert into guest_visits (secret_hash, link, expires_at) select ${hashOf(GUEST)}, id, expires_at from link`;
  await sql`insert into post_flags (service, id, reason) select service, id, 'outdated' from posts
    order by service, id limit 1`;
}

/** Every GET that is mounted. */
export const getRoutes = () =>
  apiRoutes()
    .map((route) => route.contract)
    .filter((contract) => contract.method === "GET");

/**
 * The addresses of a route, each with its query string.
 * @throws Error where the route has no example, or the archive nothing that fits one
 */
export async function exampleAddresses(sql: Sql, path: string): Promise<{ path: string; query: string }[]> {
  const examples = EXAMPLES[path];
  if (examples === undefined) throw new Error(`Add an example of ${path} to tests/support/examples.ts.`);
  return await Promise.all(
    examples.map(async ({ row, query = "" }) => ({ path: `/api${await filled(sql, path, row)}`, query })),
  );
}

async function filled(sql: Sql, path: string, row: string | undefined): Promise<string> {
  const [found] = row === undefined ? [] : await sql.unsafe<Record<string, string | number>[]>(row);
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = found?.[name];
    if (value === undefined) throw new Error(`The archive has no ${name} for the example of ${path}.`);
    return encodeURIComponent(value);
  });
}
