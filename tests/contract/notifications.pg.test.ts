import { afterAll, beforeAll, expect, test } from "vitest";
import { notify } from "#backend/accounts/notify.ts";
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let owner: Visitor & { id: number };
let other: Visitor & { id: number };
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
  [owner, other] = [await member(server, "owner"), await member(server, "other")];
});
afterAll(() => server[Symbol.asyncDispose]());

interface Props {
  notifications_count: number;
  notifications: { type: number; extra_info: unknown; isSeen: boolean }[];
}
const propsOf = async (visitor: Visitor, path: string) => (await visitor.json<{ props: Props }>(path)).props;
const list = async (visitor: Visitor) => (await propsOf(visitor, "/v1/account/notifications")).notifications;
const unseen = async (visitor: Visitor) => (await propsOf(visitor, "/v1/account")).notifications_count;

test("without any the list is empty", async () => {
  const { text } = await owner.get("/v1/account/notifications");
  expect(text).toBe('{"props":{"currentPage":"account","title":"Your notifications","notifications":[]}}');
});

test("they come newest first, are counted until they are viewed, and belong to one account", async () => {
  const { sql } = server;
  const roles = { old_role: "consumer", new_role: "moderator" };
  await notify(sql, [owner.id, other.id], NOTIFICATION_TYPES.role_changed, roles);
  await notify(sql, [owner.id], NOTIFICATION_TYPES.import_finished);
  expect([await unseen(owner), await unseen(other)]).toEqual([2, 1]);
  const { text } = await owner.get("/v1/account/notifications");
  expect(text).toMatch(
    /"notifications":\[\{"id":\d+,"type":5,"extra_info":null,"isSeen":false,"created_at":"[\d.T:-]+"\},\{"id":\d+,"type":1,"extra_info":\{"new_role":"moderator","old_role":"consumer"\},"isSeen":false,/,
  );
  expect([await unseen(owner), await unseen(other)]).toEqual([0, 1]);
  expect((await list(owner)).map(({ isSeen }) => isSeen)).toEqual([true, true]);
  await notify(sql, [owner.id], NOTIFICATION_TYPES.key_died);
  expect(await unseen(owner)).toBe(1);
  expect((await list(owner)).map(({ type, isSeen }) => [type, isSeen])).toEqual([
    [7, false],
    [5, true],
    [1, true],
  ]);
});
