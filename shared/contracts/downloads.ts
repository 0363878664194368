/** Import of a downloads folder that an administrator uploads: files, then a preview, then the import. */
import { z } from "zod/mini";
import { ServiceName } from "../entities/creator.ts";
import { DownloadImport, DownloadProblem } from "../entities/download-import.ts";
import { RatingName } from "../entities/group.ts";
import { isDownloadPath } from "../rules/download-path.ts";
import { MAX_LEFT_OUT } from "../rules/left-out.ts";
import { offset } from "../rules/offset.ts";
import { PAGE_SIZE } from "../rules/paging.ts";
import { endpoint } from "./endpoint.ts";

export const ALREADY_STARTED = "This import has been started already.";
export const STILL_RUNNING = "This import is under way.";
const MAX_FILE_BYTES = 1024 ** 4;

const administrator = { access: "administrator" } as const;
const read = { ...administrator, method: "GET", private: true } as const;
const Id = z.object({ id: z.string().check(z.regex(/^[\w-]{22}$/, "Not Found")) });
const NOT_FOUND = { 404: ["Not Found"] };
const PATH = "/v1/account/administrator/downloads";

const Zone = z._default(z.string().check(z.maxLength(64), z.refine(isZone, "Unknown time zone.")), "UTC");

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** Creator of a folder's content, for folders that do not name one. */
const FolderCreator = z.strictObject({
  path: z.string().check(z.maxLength(4_096)),
  service: ServiceName,
  id: z.string().check(z.minLength(1, "Creator ID is required."), z.maxLength(255)),
  name: z.string().check(z.minLength(1, "The name is required."), z.maxLength(255)),
});

const Storable = z.string().check(z.maxLength(10_000), z.regex(/^[^\0]*$/, "Expected text without NUL."));
const SkippedFile = z.strictObject({ path: Storable, reason: Storable });

export const listDownloads = endpoint({
  ...read,
  path: PATH,
  summary: "The latest 20 imports of downloads, newest first.",
  response: z.array(DownloadImport),
});

export const startDownload = endpoint({
  ...administrator,
  method: "POST",
  path: PATH,
  summary: "Starts the upload of a downloads folder. It is deleted after a week without files.",
  response: DownloadImport,
});

export const getDownload = endpoint({
  ...read,
  path: `${PATH}/:id`,
  summary: "An import of downloads: its state, preview, progress and result.",
  params: Id,
  response: DownloadImport,
  errors: NOT_FOUND,
});

export const listDownloadFiles = endpoint({
  ...read,
  path: `${PATH}/:id/files`,
  summary: "Files received so far, to resume an interrupted upload.",
  params: Id,
  response: z.array(z.object({ path: z.string(), size: z.int() })),
  errors: NOT_FOUND,
  large: true,
});

export const listDownloadProblems = endpoint({
  ...read,
  path: `${PATH}/:id/problems`,
  summary: `Files and records that the preview or the import left out, with reasons, ${PAGE_SIZE} per page, at most the first ${MAX_LEFT_OUT}.`,
  params: Id,
  query: z.object({ o: offset() }),
  response: z.array(DownloadProblem),
  errors: NOT_FOUND,
});

export const putDownloadFile = endpoint({
  ...administrator,
  method: "PUT",
  path: `${PATH}/:id/files`,
  summary: "Stores one file of the folder; an existing file is replaced.",
  params: Id,
  query: z.object({
    path: z
      .string("A path is required.")
      .check(z.refine(isDownloadPath, "A path has names joined by slashes, and leads nowhere else."))
      .register(z.globalRegistry, { description: "Relative to the folder, with slashes." }),
    modified: z.optional(
      z
        .string()
        .check(z.regex(/^\d{1,14}$/, "Expected milliseconds."))
        .register(z.globalRegistry, { description: "Last change, in milliseconds since 1970." }),
    ),
  }),
  body: "stream",
  maxBytes: MAX_FILE_BYTES,
  response: z.literal(true),
  errors: { ...NOT_FOUND, 409: [ALREADY_STARTED] },
});

export const scanDownload = endpoint({
  ...administrator,
  method: "POST",
  path: `${PATH}/:id/scan`,
  summary: "Ends the upload and creates the preview; repeat it after changing the zone or creators.",
  params: Id,
  maxBytes: 16 * 1024 * 1024,
  body: z.strictObject({
    zone: Zone,
    creators: z._default(z.array(FolderCreator).check(z.maxLength(1_000)), []),
    /** Files that could not be sent; those of an earlier request stay if absent. */
    skipped: z.optional(z.array(SkippedFile).check(z.maxLength(MAX_LEFT_OUT))),
  }),
  response: DownloadImport,
  errors: { ...NOT_FOUND, 409: [ALREADY_STARTED, STILL_RUNNING] },
});

export const importDownload = endpoint({
  ...administrator,
  method: "POST",
  path: `${PATH}/:id/import`,
  summary:
    "Imports the content of the preview. `rating` says who sees the creators and posts that are added, in an archive with groups.",
  params: Id,
  query: z.object({
    rating: z
      .optional(RatingName)
      .register(z.globalRegistry, { description: "Of the creators and posts that are added." }),
  }),
  response: DownloadImport,
  errors: { ...NOT_FOUND, 409: [ALREADY_STARTED, STILL_RUNNING] },
});

export const deleteDownload = endpoint({
  ...administrator,
  method: "DELETE",
  path: `${PATH}/:id`,
  summary: "Stops the import and deletes the uploaded files. Imported content stays.",
  params: Id,
  response: z.literal(true),
  errors: NOT_FOUND,
});
