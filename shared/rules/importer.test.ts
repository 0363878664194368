import { expect, test } from "vitest";
import { channelIds } from "../services/discord.ts";
import { SERVICES } from "../services/index.ts";
import { checkImport, type ImportSecrets, importFields } from "./importer.ts";

const HEX = "0123456789abcdef".repeat(4);
const boosty = (values: object) =>
  JSON.stringify({ accessToken: HEX, refreshToken: HEX, expiresAt: Date.now() + 60_000, ...values });
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
const onlyfans = (values: ImportSecrets): ImportSecrets => ({
  session_key: "x",
  auth_id: "12",
  "x-bc": "a".repeat(40),
  user_agent: "Mozilla/5.0",
  ...values,
});
const DISCORD = `${"a".repeat(24)}.${"b".repeat(6)}.${"c".repeat(38)}`;

const problem = (service: (typeof SERVICES)[number], values: ImportSecrets) =>
  checkImport(service, values).problem?.message;

test.each([
  ["patreon", { session_key: "a".repeat(43) }],
  ["patreon", { session_key: `  ${"a".repeat(43)}\n` }],
  ["fanbox", { session_key: "123_abcDEF" }],
  ["afdian", { session_key: "0af_123" }],
  ["boosty", { session_key: boosty({}) }],
  ["boosty", { session_key: encodeURIComponent(boosty({ expiresAt: String(Date.now() + 60_000) })) }],
  ["discord", { session_key: DISCORD, channel_ids: "1, 22" }],
  ["dlsite", { session_key: "x" }],
  ["subscribestar", { session_key: "x".repeat(1024) }],
  ["fantia", { session_key: "x".repeat(32) }],
  ["fantia", { session_key: "x".repeat(64) }],
  ["gumroad", { session_key: "x".repeat(200) }],
  ["gumroad", { session_key: "x".repeat(1024) }],
  ["onlyfans", onlyfans({})],
  ["fansly", { session_key: "a1".repeat(35).concat("z") }],
  ["fansly", { session_key: base64({ token: "t" }) }],
  ["candfans", { session_key: encodeURIComponent(base64({ mac: "m", iv: "i", tag: "", value: "v" })) }],
] as const)("a key of %s is taken", (service, values) => {
  expect(checkImport(service, values).problem).toBeUndefined();
});

test.each([
  ["patreon", { session_key: "a".repeat(42) }, "Invalid key: Expected 43 characters, got 42"],
  ["fanbox", { session_key: "abc_1" }, "Invalid key."],
  ["afdian", { session_key: "0AF_1" }, "Invalid key."],
  ["afdian", { session_key: "a".repeat(1025) }, "Key is too long."],
  ["boosty", { session_key: "nonsense" }, "Invalid key: Expected valid JSON."],
  ["boosty", { session_key: "{" }, "Invalid key: Expected valid JSON."],
  ["boosty", { session_key: "%" }, "Invalid key: Expected valid JSON."],
  ["boosty", { session_key: "{}" }, "Malformed key."],
  ["boosty", { session_key: "[]" }, "Malformed key."],
  ["boosty", { session_key: boosty({ accessToken: "short" }) }, "Malformed key."],
  ["boosty", { session_key: boosty({ expiresAt: 5 }) }, "Key is expired."],
  ["boosty", { session_key: boosty({ expiresAt: "soon" }) }, "Key is expired."],
  ["discord", { session_key: "x", channel_ids: "1" }, "Invalid token format."],
  ["discord", { session_key: DISCORD, channel_ids: "1,x2" }, "x2 is not a valid channel ID."],
  ["dlsite", { session_key: "x".repeat(1025) }, "Key is too long."],
  ["subscribestar", { session_key: "x".repeat(1025) }, "Key is too long."],
  ["fantia", { session_key: "x" }, "Invalid key: Expected 32 or 64 characters."],
  ["fantia", { session_key: "x".repeat(33) }, "Invalid key: Expected 32 or 64 characters."],
  ["gumroad", { session_key: "x" }, "Invalid key: Expected 200 to 1024 characters."],
  ["gumroad", { session_key: "x".repeat(199) }, "Invalid key: Expected 200 to 1024 characters."],
  ["gumroad", { session_key: "x".repeat(1025) }, "Invalid key: Expected 200 to 1024 characters."],
  ["onlyfans", onlyfans({ session_key: "x".repeat(1025) }), "Key is too long."],
  ["onlyfans", onlyfans({ auth_id: "1a" }), "User ID must consist of only digits."],
  ["onlyfans", onlyfans({ "x-bc": "a" }), "Invalid BC token"],
  ["onlyfans", onlyfans({ user_agent: "ü" }), "Invalid User-Agent (contains non-ASCII characters)."],
  ["fansly", { session_key: "-".repeat(71) }, "The key doesn't match the required pattern."],
  ["fansly", { session_key: base64({}) }, "Token not found in JSON."],
  ["fansly", { session_key: "x" }, "Key is not valid JSON."],
  [
    "candfans",
    { session_key: base64({ mac: "m", iv: "i", value: "v" }) },
    "The key does not contain the appropriate values.",
  ],
  ["candfans", { session_key: base64({}) }, "The key does not contain the appropriate values."],
  ["candfans", { session_key: "%" }, "The key was not decodable."],
  ["candfans", { session_key: "x" }, "The key was not decodable."],
] as const)("a wrong key of %s is refused with its message", (service, values, message) => {
  expect(problem(service, values)).toBe(message);
});

test.each(SERVICES)("every field of %s is required", (service) => {
  expect(checkImport(service, {}).problem?.field).toBe("session_key");
  expect(problem(service, { session_key: "  " })).toBe("Session key is required.");
  expect(importFields(service)[0]).toBe("session_key");
});

test("fields of other services are left out", () => {
  expect(checkImport("dlsite", { session_key: " k ", channel_ids: "x" }).values).toEqual({
    session_key: "k",
  });
  expect(channelIds("1, 2")).toEqual(["1", "2"]);
});
