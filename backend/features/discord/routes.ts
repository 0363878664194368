import * as contract from "#shared/contracts/discord.ts";
import { CHAT_PAGE_SIZE } from "#shared/rules/paging.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { readMessages } from "../../search/message-rows.ts";
import { findMessages } from "../../search/messages.ts";
import { discordChannels, discordDay, discordMessages, discordPlace, discordServer } from "./queries.ts";

export const discordRoutes: Mounted[] = [
  mount(contract.getDiscordServer, async ({ sql, params }) => {
    return (await discordServer(sql, params.id)) ?? missing();
  }),
  // Before the message route, because `lookup` is not a channel id.
  mount(contract.lookUpDiscordChannels, async ({ sql, params }) => {
    const { channels } = (await discordServer(sql, params.id)) ?? missing();
    return channels.map(({ id, name }) => ({ id, name }));
  }),
  mount(contract.listDiscordMessages, async ({ sql, params, query: { o } }) => {
    const wanted = { channel: params.id, offset: o, limit: CHAT_PAGE_SIZE };
    return (await discordMessages(sql, wanted)) ?? missing();
  }),
  mount(contract.findDiscordMessage, async ({ sql, params }) => {
    return (await discordPlace(sql, { channel: params.id, message: params.message })) ?? missing();
  }),
  mount(contract.findDiscordDay, async ({ sql, params }) => {
    return (await discordDay(sql, { channel: params.id, day: params.day })) ?? missing();
  }),
  mount(contract.searchDiscordMessages, async ({ sql, search, params, query: { q = "", channel, o } }) => {
    const all = (await discordChannels(sql, params.id)) ?? missing();
    const channels = channel === undefined ? all : all.filter((id) => id === channel);
    return readMessages(sql, await findMessages(search, { kind: "discord", channels, q, offset: o }));
  }),
];

function missing(): never {
  throw notFound();
}
