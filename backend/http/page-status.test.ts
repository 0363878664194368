import { expect, test } from "vitest";
import { matchesRoute } from "./page-status.ts";

const ROUTES = [
  "/",
  "/artists",
  "/$service/user/$id",
  "/discord/server/$id/{-$channel}/{-$message}",
  "/files/$",
];

test.each([
  ["/", true],
  ["/artists", true],
  ["/artist", false],
  ["/artists/x", false],
  ["/patreon/user/1", true],
  ["/patreon/user", false],
  ["/discord/server/1", true],
  ["/discord/server/1/2/3", true],
  ["/discord/server/1/2/3/4", false],
  ["/files/a/b", true],
])("%s is a screen: %s", (path, isScreen) => {
  expect(matchesRoute(path, ROUTES)).toBe(isScreen);
});
