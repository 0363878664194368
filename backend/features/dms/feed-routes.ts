/** Feeds of public DMs and of searches in them. */
import { getDmsFeed } from "#shared/contracts/feeds.ts";
import type { ListedDm } from "#shared/entities/dm.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Db } from "../../db/client.ts";
import { type Mounted, mount, type Services } from "../../http/endpoint.ts";
import { address, creatorAddress, type FeedEntry, inFormat, summaryOf } from "../../http/feed-formats.ts";
import { findDms } from "../../search/dms.ts";
import { lastAdded } from "../../search/last-added.ts";
import { dmsByHash, latestDms } from "./queries.ts";

export const dmFeedRoutes: Mounted[] = [
  mount(getDmsFeed, async ({ sql, search, config, origin, query: { format, q } }) => {
    const dms =
      q === undefined
        ? (await latestDms(sql, { offset: 0, limit: PAGE_SIZE })).dms
        : await dmsByHash(sql, await newestDmsFound({ sql, search }, q));
    const wanted = q === undefined ? [] : [["q", q]];
    return inFormat(format, {
      title: `${q === undefined ? "" : `${q} · `}DMs · ${config.SITE_NAME}`,
      home: address(`${origin}/dms`, wanted),
      self: address(`${origin}/api/v1/dms/feed`, [["format", format], ...wanted]),
      entries: dms.map((dm) => dmEntry(dm, origin)),
    });
  }),
];

type Searching = Pick<Services, "search"> & { sql: Db };

/** Exact hits, last added first. */
async function newestDmsFound({ sql, search }: Searching, q: string): Promise<string[]> {
  const wanted = { query: await lastAdded(sql, q), offset: 0 };
  const { hashes, exact } = await findDms(search, wanted);
  return hashes.slice(0, exact);
}

/** DMs have no page of their own: links to their position on the creator's page. */
function dmEntry(
  { hash, service, user, content, added, published, artist }: ListedDm,
  origin: string,
): FeedEntry {
  const [came, sent] = [parseIso(added), parseIso(published)];
  return {
    url: `${creatorAddress(origin, service, user, "dms")}#${encodeURIComponent(hash)}`,
    title: `DM by ${artist.name}`,
    summary: summaryOf(content),
    published: sent,
    changed: new Date(Math.max(0, came?.getTime() ?? 0, sent?.getTime() ?? 0)),
    author: { name: artist.name, url: creatorAddress(origin, service, user) },
    tags: [],
  };
}
