import * as contract from "#shared/contracts/creators.ts";
import { CREATOR_NOT_FOUND, getProfile } from "#shared/contracts/profile.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, notFound } from "../../http/errors.ts";
import { creatorList } from "./list.ts";
import { announcements, fancards } from "./notices.ts";
import { creatorPage } from "./page-queries.ts";
import { creatorTags, links, profile, randomCreator, updatedCreators } from "./queries.ts";
import { recommended } from "./recommended.ts";

export function creatorRoutes(): Mounted[] {
  const list = creatorList();
  return [
    mount(contract.listCreators, async (input) => await list(input, input.query.since)),
    mount(contract.listCreatorsText, async (input) => await list(input, input.query.since)),
    mount(contract.pageCreators, async ({ sql, query: { o, ...query } }) => {
      const page = await creatorPage(sql, { ...query, offset: o, limit: PAGE_SIZE });
      const problem = pastEndProblem(o, page.count);
      if (problem !== undefined) throw badInput(problem);
      return page;
    }),
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
    mount(getProfile, async ({ sql, params }) => (await profile(sql, params)) ?? missing()),
    mount(contract.listLinks, async ({ sql, params }) => (await links(sql, params)) ?? missing()),
    mount(
      contract.listAnnouncements,
      async ({ sql, params }) => (await announcements(sql, params)) ?? missing(),
    ),
    mount(contract.listFancards, async ({ sql, params, origin }) => {
      const found = await fancards(sql, params.id, origin);
      return found.length === 0 ? missing("Not Found") : found;
    }),
    mount(
      contract.listRecommended,
      async ({ sql, search, params }) => (await recommended({ sql, search }, params)) ?? [],
    ),
    mount(contract.listCreatorTags, async ({ sql, params }) => (await creatorTags(sql, params)) ?? missing()),
  ];
}

function missing(message = CREATOR_NOT_FOUND): never {
  throw notFound(message);
}
