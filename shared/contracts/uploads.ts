/** User uploads: received by tus 1.0.0, checked, then published as shares (docs/decisions/0040-uploads.md). */
import { z } from "zod/mini";
import { Upload, UploadRules, WaitingUpload } from "../entities/upload.ts";
import { BAD_IMAGE } from "../rules/files.ts";
import { MAX_REFUSAL } from "../rules/uploads.ts";
import { endpoint } from "./endpoint.ts";
import { CREATOR_NOT_FOUND } from "./profile.ts";

export const UPLOADS_OFF = "This archive takes no uploads.";
export const UPLOAD_NEEDS_ACCOUNT = "Log in to upload files.";
export const FILE_TOO_LARGE = "The file is larger than this archive takes.";
export const QUOTA_USED = "Your uploads of the last 30 days have reached their limit.";
export const NO_SPACE = "The archive has no space for this file right now.";
export const TOO_MANY_UPLOADS = "Too many files are being uploaded right now. Try again soon.";
export const TOO_MANY_OF_YOURS =
  "You are uploading too many files at once. The others go on when one of them is finished.";
export const OFFSET_CONFLICT = "Upload-Offset conflict";
export const UPLOAD_PUBLISHED = "This file is published already.";
export const UPLOAD_DECIDED = "Another moderator has already decided about this file.";

/** Values of `reason` for a failed file; for a rejected file it holds the moderator's words. */
export const LOST_WHILE_SENT = "The archive has lost what was sent of this file. Choose it again.";
export const LOST = "The archive has lost this file. Send it again.";
export const DAMAGED = "The file has changed on its way or on the device. Send it again.";
export const FILE_TAKEN_DOWN = "This file was taken down.";
export const INFECTED = "The virus scanner has found something in this file.";
export const KIND_REFUSED = "This kind of file is not taken.";

/** Limit of one request; each upload has its own limit. */
const MAX_REQUEST_BYTES = 1024 ** 4;
export const TUS_REQUIRED = "Tus-Resumable Required";
export const TUS_VERSION = "1.0.0";

const PATH = "/v1/posts/upload";
const Id = z.object({ id: z.string().check(z.regex(/^[\w-]{22}$/, "Not Found")) });
const REFUSALS = { 401: [UPLOAD_NEEDS_ACCOUNT], 403: [UPLOADS_OFF] };

export const getUploadRules = endpoint({
  method: "GET",
  path: PATH,
  access: "anyone",
  scope: "upload",
  private: true,
  summary: "Upload rules, and the creator the files are for.",
  query: z.object({ service: z.optional(z.string()), user: z.optional(z.string()) }),
  response: z.object({ ...UploadRules.shape, creator: z.nullable(z.string()) }),
  errors: { 404: [CREATOR_NOT_FOUND] },
});

export const createUpload = endpoint({
  method: "POST",
  path: PATH,
  access: "anyone",
  scope: "upload",
  summary:
    "Starts a tus 1.0.0 upload (creation). `Upload-Length` reserves the space; `Upload-Metadata` has `service`, `user` and `filename`, optionally `title`, `batch` (files with the same value become one share) and `sha256`, which is verified.",
  limits: [{ points: 5_000, seconds: 3_600, by: ["session"] }],
  response: "web",
  status: 201,
  errors: {
    ...REFUSALS,
    404: [CREATOR_NOT_FOUND],
    412: [TUS_REQUIRED],
    413: [FILE_TOO_LARGE, QUOTA_USED],
    429: [TOO_MANY_OF_YOURS],
    507: [NO_SPACE],
  },
});

export const headUpload = endpoint({
  method: "HEAD",
  path: `${PATH}/:id`,
  access: "anyone",
  scope: "upload",
  private: true,
  summary: "Number of stored bytes of an upload, in `Upload-Offset` (tus 1.0.0).",
  params: Id,
  response: "web",
  status: 200,
  errors: { ...REFUSALS, 404: ["Not Found"], 412: [TUS_REQUIRED] },
});

export const sendUpload = endpoint({
  method: "PATCH",
  path: `${PATH}/:id`,
  access: "anyone",
  scope: "upload",
  summary:
    "Uploads bytes from `Upload-Offset` on (tus 1.0.0). Bytes up to the returned offset are stored durably. Bytes received before a broken connection are kept.",
  params: Id,
  body: "stream",
  maxBytes: MAX_REQUEST_BYTES,
  response: "web",
  status: 204,
  errors: {
    ...REFUSALS,
    404: ["Not Found"],
    409: [OFFSET_CONFLICT],
    412: [TUS_REQUIRED],
    413: [FILE_TOO_LARGE],
    429: [TOO_MANY_OF_YOURS],
    503: [TOO_MANY_UPLOADS],
    507: [NO_SPACE],
  },
});

export const deleteUpload = endpoint({
  method: "DELETE",
  path: `${PATH}/:id`,
  access: "anyone",
  scope: "upload",
  summary: "Cancels an upload, or withdraws an unpublished file (tus 1.0.0, termination).",
  params: Id,
  response: z.undefined(),
  status: 204,
  errors: { 404: ["Not Found"], 409: [UPLOAD_PUBLISHED] },
});

export const getUpload = endpoint({
  method: "GET",
  path: `${PATH}/:id`,
  access: "anyone",
  scope: "upload",
  private: true,
  summary:
    "State of an upload of the caller, without its bytes. An anonymous upload is visible to anyone with its id.",
  params: Id,
  response: Upload,
  errors: { 404: ["Not Found"] },
});

export const listUploads = endpoint({
  method: "GET",
  path: "/v1/account/posts/upload",
  access: "session",
  scope: "upload",
  private: true,
  summary: "The latest 200 uploads of the account, newest first.",
  response: z.array(Upload),
});

export const listWaitingUploads = endpoint({
  method: "GET",
  path: "/v1/account/moderator/tasks/uploads",
  access: "moderator",
  private: true,
  summary: "Files waiting for review, oldest first, at most 100.",
  response: z.array(WaitingUpload),
});

export const getWaitingFile = endpoint({
  method: "GET",
  path: "/v1/account/moderator/uploads/:id/file",
  access: "moderator",
  private: true,
  summary: "Bytes of a file waiting for review.",
  params: Id,
  response: "stream",
  errors: { 404: ["Not Found"] },
});

export const getWaitingPreview = endpoint({
  method: "GET",
  path: "/v1/account/moderator/uploads/:id/preview",
  access: "moderator",
  private: true,
  summary: "Small WebP of an image waiting for review, so that its original bytes never reach a browser.",
  params: Id,
  response: "stream",
  errors: { 404: ["Not Found"], 422: [BAD_IMAGE] },
});

const decision = { method: "POST", access: "moderator", params: Id, response: z.literal(true) } as const;
const DECISION_ERRORS = { 404: ["Not Found"], 409: [UPLOAD_DECIDED] };
const version = z.int("Expected a version.");

export const approveUpload = endpoint({
  ...decision,
  path: "/v1/account/moderator/uploads/:id/approve",
  summary: "Publishes a file. `version` is the version the decision is based on.",
  body: z.strictObject({ version }, "Expected a version."),
  errors: DECISION_ERRORS,
});

export const refuseUpload = endpoint({
  ...decision,
  path: "/v1/account/moderator/uploads/:id/refuse",
  summary: "Rejects and deletes a file; its sender sees the reason.",
  body: z.strictObject(
    {
      version,
      reason: z
        .string("A reason is required.")
        .check(
          z.trim(),
          z.minLength(1, "A reason is required."),
          z.maxLength(MAX_REFUSAL, "The reason is too long."),
          z.regex(/^[^\0]*$/),
        ),
    },
    "Expected a version and a reason.",
  ),
  errors: DECISION_ERRORS,
});
