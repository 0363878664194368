import * as contract from "#shared/contracts/creators.ts";
import { CREATOR_NOT_FOUND } from "#shared/contracts/creators.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { cachedFor } from "../../http/cached.ts";
import { JsonText, type Mounted, mount } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { announcements, fancards } from "./notices.ts";

import { allCreatorsJson, creatorTags, links, profile, randomCreator, updatedCreators } from "./queries.ts";

/** A hundred thousand creators are 10 MB of JSON: made and compressed at most this often. */
const LIST_FRESH = 5_000;

export function creatorRoutes(): Mounted[] {
  const list = cachedFor(LIST_FRESH, async (sql: Parameters<typeof allCreatorsJson>[0]) =>
    Buffer.from(await allCreatorsJson(sql)),
  );
  return [
    mount(contract.listCreators, async ({ sql }) => new JsonText(await list(sql))),
    mount(contract.listCreatorsText, async ({ sql }) => new JsonText(await list(sql))),
    mount(contract.getRandomCreator, async ({ sql }) => (await randomCreator(sql)) ?? missing("Not Found")),
    mount(contract.listUpdatedCreators, async ({ sql }) => {
      const results = await updatedCreators(sql, PAGE_SIZE);
      return {
        props: {
          currentPage: "artists" as const,
          display: "cached updated artists",
          count: results.length,
          limit: PAGE_SIZE,
        },
        results,
        base: { commit: true, sort_by: "updated" as const },
      };
    }),
    mount(contract.getProfile, async ({ sql, params }) => (await profile(sql, params)) ?? missing()),
    mount(contract.listLinks, async ({ sql, params }) => (await links(sql, params)) ?? missing()),
    mount(
      contract.listAnnouncements,
      async ({ sql, params }) => (await announcements(sql, params)) ?? missing(),
    ),
    mount(contract.listFancards, async ({ sql, params, origin }) => {
      const found = await fancards(sql, params.id, origin);
      return found.length === 0 ? missing("Not Found") : found;
    }),
    mount(contract.listCreatorTags, async ({ sql, params }) => (await creatorTags(sql, params)) ?? missing()),
  ];
}

function missing(message = CREATOR_NOT_FOUND): never {
  throw notFound(message);
}
