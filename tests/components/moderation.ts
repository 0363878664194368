/** Answers for the screens of moderators and takedowns. */
import type { z } from "zod/mini";
import { getFlagDetails, listActions, listFlags } from "#shared/contracts/moderation.ts";
import { listTakedownRequests } from "#shared/contracts/takedown-requests.ts";
import { listTakedowns } from "#shared/contracts/takedowns.ts";
import type { FlagDetails, ModerationAction, QueuedFlag } from "#shared/entities/moderation.ts";
import type { HeldTakedown } from "#shared/entities/takedown.ts";
import type { TakedownRequest } from "#shared/entities/takedown-request.ts";
import { api } from "./api.ts";
import { DAY } from "./examples.ts";

export const queuedFlag = (part: Partial<z.input<typeof QueuedFlag>> = {}): z.input<typeof QueuedFlag> => ({
  id: 3,
  service: "patreon",
  user: "1",
  post: "100",
  title: "Harbour at dawn",
  file: {},
  attachments: [],
  creator: "Ann",
  reason: "missing-files",
  by: "cyd",
  created_at: DAY,
  state: "open",
  version: 1,
  count: 2,
  hidden: false,
  ...part,
});

export const action = (
  part: Partial<z.input<typeof ModerationAction>> = {},
): z.input<typeof ModerationAction> => ({
  id: 8,
  created_at: DAY,
  actor: "moe",
  kind: "hidden",
  subject: "patreon/1/100",
  contents: [{ service: "patreon", user: "1", post: "100", name: "Ann", title: "Harbour at dawn" }],
  before: null,
  after: null,
  reason: "Spam.",
  reverts: null,
  parts: 0,
  can_undo: true,
  ...part,
});

export const flagDetails = (
  part: Partial<z.input<typeof FlagDetails>> = {},
): z.input<typeof FlagDetails> => ({
  ...queuedFlag(),
  content: {
    title: "Harbour, as it was",
    content: "<p>Words of before</p>",
    file: {},
    attachments: [],
    published: DAY,
    edited: null,
  },
  history: [],
  ...part,
});

export const takedown = (part: Partial<z.input<typeof HeldTakedown>> = {}): z.input<typeof HeldTakedown> => ({
  id: 5,
  service: "patreon",
  user: "1",
  post: "100",
  file: null,
  reason: "A notice.",
  taken_at: DAY,
  held: true,
  purge_at: DAY,
  ...part,
});

export const takedownRequest = (
  part: Partial<z.input<typeof TakedownRequest>> = {},
): z.input<typeof TakedownRequest> => ({
  kind: "person",
  state: "open",
  created_at: DAY,
  answer: "",
  answered_at: null,
  id: 6,
  addresses: "https://archive.example/patreon/user/1/post/100",
  statement: "The second picture shows me.",
  name: "Ann Example",
  contact: "ann@example.org",
  version: 1,
  ...part,
});

export async function answerModeration(): Promise<void> {
  await api.answer(listFlags, { count: 1, flags: [queuedFlag()] });
  await api.answer(getFlagDetails, flagDetails({ history: [action()] }));
  await api.answer(listActions, { count: 1, actions: [action()] });
  await api.answer(listTakedowns, { count: 1, days: 30, takedowns: [takedown()] });
  await api.answer(listTakedownRequests, { count: 1, requests: [takedownRequest()] });
}
