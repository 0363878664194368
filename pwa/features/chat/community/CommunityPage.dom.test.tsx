/** A creator's community channels and their messages. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { z } from "zod/mini";
import {
  findCommunityMessage,
  listCommunityChannels,
  listCommunityMessages,
  searchCommunityMessages,
} from "#shared/contracts/community.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import type { CommunityChannel, CommunityMessage } from "#shared/entities/community.ts";
import { api } from "#tests/components/api.ts";
import { DAY, profile } from "#tests/components/examples.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

type Message = z.input<typeof CommunityMessage>;

const COMMUNITY = "/patreon/user/10/community";
const main = page.getByRole("main");
const messages = () => [...document.querySelectorAll("main section section > ol > li")];

const channel = (channel_id: string, name: string, post_count = 1): z.input<typeof CommunityChannel> => ({
  channel_id,
  creator_id: "10",
  campaign_id: null,
  channel_type_name: null,
  name,
  community_guidelines: null,
  emoji: null,
  added_at: DAY,
  messages_refreshed_at: null,
  messages_full_refreshed_at: null,
  post_count,
});

function message(id: number, role = "member", part: Partial<Message> = {}): Message {
  return {
    message_id: `m${id}`,
    user_id: `u${id}`, // no two messages in a row by one author
    created_at: DAY,
    deleted_at: null,
    attachments: [],
    embeds: [],
    original_json: { text: `Message ${id}`, created_at: DAY, user: { name: "Ben", role, avatar_url: null } },
    replies: [],
    ...part,
  };
}

async function answerChannels(...channels: z.input<typeof CommunityChannel>[]): Promise<void> {
  await api.answer(getProfile, profile({ has_chats: true }));
  await api.answer(listCommunityChannels, channels);
  await api.answer(listCommunityMessages, [message(1)]);
}

test("channels are listed; a creator's only channel opens at once", async () => {
  const errors = vi.spyOn(console, "error");
  await answerChannels(channel("c1", "Harbor talk"), channel("c2", "Kitchen talk"));
  await renderScreen(COMMUNITY);
  for (const name of ["Harbor talk", "Kitchen talk"])
    await expect.element(main.getByRole("link", { name })).toBeVisible();
  await main.getByRole("link", { name: "Harbor talk" }).click();
  await expect.poll(address).toBe(`${COMMUNITY}/c1`);
  await answerChannels(channel("c3", "The only one"));
  await reopen(COMMUNITY);
  await expect.poll(address).toBe(`${COMMUNITY}/c3`);
  await expect.element(main.getByRole("article").first()).toBeVisible();
  expect(errors).not.toHaveBeenCalled();
});

test("messages show replies, badges and what was deleted, 150 a page", async () => {
  await answerChannels(channel("c1", "Harbor talk", 160));
  const { replies: _, ...reply } = message(900);
  await api.answer(listCommunityMessages, [
    message(0),
    message(1, "member", { deleted_at: DAY }),
    message(2, "creator"),
    message(3, "admin"),
    message(4, "platform_admin"),
    message(5, "member", { replies: [reply, { ...reply, message_id: "m901" }] }),
    ...Array.from({ length: 144 }, (_, at) => message(at + 6)),
  ]);
  const rest = Array.from({ length: 10 }, (_, at) => message(at + 200));
  await api.answer(listCommunityMessages, rest, { query: { o: "150" } });
  await renderScreen(`${COMMUNITY}/c1`);
  await expect.poll(() => messages().length).toBe(150);
  const newestFirst = messages().reverse();
  expect(newestFirst[0]?.textContent).toContain("Ben");
  expect(newestFirst[1]?.textContent).toContain("Message deleted");
  for (const [at, badge] of ["Creator", "Admin", "Platform admin"].entries())
    await expect
      .element(
        page
          .elementLocator(newestFirst[at + 2]?.querySelector("header") ?? document.body)
          .getByText(badge, { exact: true }),
      )
      .toBeVisible();
  expect(newestFirst[5]?.querySelectorAll(":scope ol article").length).toBe(2);
  await expect.element(page.getByRole("button", { name: "Newer" })).toBeDisabled();
  await page.getByRole("button", { name: "Older" }).click();
  await expect.poll(address).toBe(`${COMMUNITY}/c1?o=150`);
  await expect.poll(() => messages().length).toBe(10);
  await expect.element(page.getByRole("button", { name: "Older" })).toBeDisabled();
});

test("a wrong channel, no channels, and a failure with a way to try again", async () => {
  await answerChannels(channel("c1", "Harbor talk"));
  await renderScreen(`${COMMUNITY}/nothing`);
  await expect.element(page.getByText("Invalid channel ID")).toBeVisible();
  await api.answer(listCommunityChannels, []);
  await reopen(COMMUNITY);
  await expect.element(page.getByText("There are no items found.")).toBeVisible();
  await answerChannels(channel("c1", "Harbor talk"));
  await api.fail(listCommunityMessages, 418);
  await reopen(`${COMMUNITY}/c1`);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
  await api.answer(listCommunityMessages, [message(1)]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(main.getByRole("article").first()).toBeVisible();
});

test("a link to an answer opens its page and marks it; a search finds messages of all channels", async () => {
  await answerChannels(channel("c1", "Harbor talk", 160), channel("c2", "Kitchen talk", 3));
  const { replies: _, ...reply } = message(900);
  await api.answer(findCommunityMessage, { id: "m900", seq: 151 });
  await api.answer(listCommunityMessages, [message(5, "member", { replies: [reply] })], {
    query: { o: "150" },
  });
  await renderScreen(`${COMMUNITY}/c1/m900`);
  await expect
    .poll(() => document.getElementById("message-m900")?.getAttribute("aria-current"))
    .toBe("location");
  await api.answer(searchCommunityMessages, {
    messages: [
      { id: "m900", channel: "c1", author: "Ben", published: DAY, snippet: "\ue000Message\ue001 900" },
    ],
    names: {},
    more: false,
  });
  await reopen(`${COMMUNITY}?q=message`);
  await expect.element(main.getByText("#Harbor talk")).toBeVisible();
  await main.getByRole("link", { name: /Message 900/ }).click();
  await expect.poll(address).toBe(`${COMMUNITY}/c1/m900`);
});
