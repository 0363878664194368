/** Takedowns, for administrators: like `roost takedown`, but content is hidden first and deleted later. */
import { z } from "zod/mini";
import { PictureHit } from "../entities/archive-file.ts";
import { HeldTakedown, TakedownPreview } from "../entities/takedown.ts";
import { keyText } from "../rules/key-text.ts";
import { offset } from "../rules/offset.ts";
import { endpoint } from "./endpoint.ts";
import { MAX_PICTURES } from "./files.ts";
import { CONFIRMATION_NEEDED } from "./own-account.ts";

/** Maximum number of days before hidden content is deleted. */
export const MAX_DAYS = 3_650;
export const NOT_HELD = "Nothing is hidden by this takedown any more.";

const NOT_FOUND = ["Not Found"];
const administrator = { access: "administrator" } as const;
const read = { ...administrator, method: "GET", private: true } as const;
const Name = keyText();
const Hash = z
  .string("Expected a service and user, or a file.")
  .check(z.regex(/^[0-9a-f]{64}$/, "Expected the SHA-256 of a file."));

const Content = { service: Name, user: Name, post: z.optional(Name) };

export const previewTakedown = endpoint({
  ...read,
  path: "/v1/account/administrator/takedowns/preview",
  summary: "Preview of a takedown: content of a creator, post or file that it would hide and later delete.",
  query: z.object({
    service: z.optional(Name),
    user: z.optional(Name),
    post: z.optional(Name),
    file: z.optional(Hash),
  }),
  response: TakedownPreview,
});

export const listCopies = endpoint({
  ...read,
  path: "/v1/account/administrator/takedowns/copies",
  summary: `Images that look the same as a file, which a takedown of it may include: the closest first, at most ${MAX_PICTURES}. Those that are hidden by a takedown are left out.`,
  query: z.object({ file: Hash }),
  response: z.array(PictureHit),
});

export const listTakedowns = endpoint({
  ...read,
  path: "/v1/account/administrator/takedowns",
  summary: "Takedowns, newest first, 50 per page, and the number of days until hidden content is deleted.",
  query: z.object({ o: offset() }),
  response: z.object({ count: z.int(), days: z.int(), takedowns: z.array(HeldTakedown) }),
});

export const addTakedown = endpoint({
  ...administrator,
  method: "POST",
  path: "/v1/account/administrator/takedowns",
  summary:
    "Takes a creator, a post, or a file and copies of it down: hides it now with a 451, keeps it out of imports, and deletes it after the configured number of days.",
  body: z.union([
    z.strictObject({ ...Content, reason: z.string().check(z.minLength(1), z.maxLength(500)) }),
    z.strictObject({
      file: Hash,
      /** Further files, each with a takedown of its own. */
      copies: z.optional(z.array(Hash).check(z.maxLength(MAX_PICTURES))),
      reason: z.string().check(z.minLength(1), z.maxLength(500)),
    }),
  ]),
  response: z.object({ found: z.boolean(), files: z.int() }),
  status: 201,
  errors: { 403: [CONFIRMATION_NEEDED] },
});

const TakedownId = z.object({
  takedown: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/, "Expected a number.")), z.transform(Number)),
});

export const restoreTakedown = endpoint({
  ...administrator,
  method: "POST",
  path: "/v1/account/administrator/takedowns/:takedown/restore",
  summary: "Undoes a takedown: hidden content is shown again, deleted content may be imported again.",
  params: TakedownId,
  response: z.literal(true),
  errors: { 403: [CONFIRMATION_NEEDED], 404: NOT_FOUND },
});

export const purgeTakedown = endpoint({
  ...administrator,
  method: "POST",
  path: "/v1/account/administrator/takedowns/:takedown/purge",
  summary: "Deletes the content hidden by a takedown shortly after the call.",
  params: TakedownId,
  response: z.literal(true),
  errors: { 403: [CONFIRMATION_NEEDED], 409: [NOT_HELD] },
});

export const changeTakedownDays = endpoint({
  ...administrator,
  method: "PATCH",
  path: "/v1/account/administrator/takedowns",
  summary: "Changes the number of days until future takedowns delete hidden content.",
  body: z.strictObject({ days: z.int().check(z.minimum(0), z.maximum(MAX_DAYS)) }, "Expected days."),
  response: z.literal(true),
  errors: { 403: [CONFIRMATION_NEEDED] },
});
