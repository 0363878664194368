import * as contract from "#shared/contracts/community.ts";
import { CHAT_PAGE_SIZE } from "#shared/rules/paging.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { readMessages } from "../../search/message-rows.ts";
import { findMessages } from "../../search/messages.ts";
import { channelIds, communityChannels, communityDay, communityMessages, communityPlace } from "./queries.ts";

export const communityRoutes: Mounted[] = [
  mount(contract.listCommunityChannels, ({ sql, params }) => communityChannels(sql, params)),
  mount(contract.listCommunityMessages, async ({ sql, params, query: { o } }) => {
    const found = await communityMessages(sql, { ...params, offset: o, limit: CHAT_PAGE_SIZE });
    return found ?? missing();
  }),
  mount(contract.findCommunityMessage, async ({ sql, params }) => {
    return (await communityPlace(sql, params)) ?? missing();
  }),
  mount(contract.findCommunityDay, async ({ sql, params }) => (await communityDay(sql, params)) ?? missing()),
  mount(contract.searchCommunityMessages, async ({ sql, search, params, query: { q = "", channel, o } }) => {
    const all = (await channelIds(sql, params)) ?? missing();
    const channels = channel === undefined ? all : all.filter((id) => id === channel);
    return readMessages(sql, await findMessages(search, { kind: "community", channels, q, offset: o }));
  }),
];

function missing(): never {
  throw notFound();
}
