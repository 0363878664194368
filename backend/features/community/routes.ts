import * as contract from "#shared/contracts/community.ts";
import { CHAT_PAGE_SIZE } from "#shared/rules/paging.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { communityChannels, communityMessages } from "./queries.ts";

export const communityRoutes: Mounted[] = [
  mount(contract.listCommunityChannels, ({ sql, params }) => communityChannels(sql, params)),
  mount(contract.listCommunityMessages, async ({ sql, params, query: { o } }) => {
    const found = await communityMessages(sql, { ...params, offset: o, limit: CHAT_PAGE_SIZE });
    if (found === undefined) throw notFound();
    return found;
  }),
];
