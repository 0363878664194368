/**
 * Each component test begins on an empty device, at a wide window, with an API that answers only what the app asks by
 * itself on every screen: nothing was taken down, no DMs wait, there are no creators, a search has nothing besides its list.
 */
import "../../pwa/app/start/zod-setup.ts";
import "../../pwa/app/shell/tokens.css";
import "../../pwa/app/shell/base.css";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { commands, page } from "vitest/browser";
import { listRemoved } from "#shared/contracts/removed.ts";
import { getTasks } from "#shared/contracts/tasks.ts";
import { startDeferredParts } from "../../pwa/app/start/deferred.ts";
import { shownFor } from "../../pwa/lib/toast.ts";
import { answerCreators, answerSearchPage } from "./answers.ts";
import { api } from "./api.ts";
import { leaveScreen } from "./screen.tsx";

startDeferredParts();
shownFor.ms = 3_600_000; // a notice leaves when a test presses its button or ends, however long that takes

beforeEach(async () => {
  await api.reset();
  await Promise.all([
    api.answer(listRemoved, { since: 0, removed: [] }),
    api.answer(getTasks, { dms: 0, moderation: null }),
    answerCreators([]),
    answerSearchPage(),
    commands.restDevice(),
    page.viewport(1280, 800),
  ]);
});

/** Asked for by a worker, which outlives its test: perhaps for an earlier one. */
const BY_WORKER = /^\/api\/v1\/creators\?since=/;

afterEach(async () => {
  await leaveScreen();
  vi.restoreAllMocks();
  const unanswered = (await api.requests()).filter(
    ({ isAnswered, address }) => !isAnswered && !BY_WORKER.test(address),
  );
  expect(unanswered, "requests that no answer was registered for").toEqual([]);
});
