/** Files by hash, and archive files among them. */
import { z } from "zod/mini";
import { ArchiveFile, FileUses, HashHit, PictureHit } from "../entities/archive-file.ts";
import { FileText, PictureText } from "../entities/picture-text.ts";
import { BAD_IMAGE } from "../rules/files.ts";
import { MAX_DISTANCE, SEARCH_DISTANCE } from "../rules/pdq-limits.ts";
import { THUMBNAIL_WIDTHS } from "../rules/thumbnails.ts";
import { endpoint } from "./endpoint.ts";

export const INVALID_HASH = "Invalid hash!";
export const INVALID_PASSWORD = "Invalid password";
export const UNREADABLE_ARCHIVE = "The archive cannot be read.";
export const TOO_MANY_ATTEMPTS = "Too many tries. Wait a minute.";
export const UNREADABLE_ENTRY = "This file cannot be read from the archive file.";
export const LOCKED_ENTRY = "The archive file needs a password.";
export const LARGE_ENTRY =
  "This file takes too much time or memory to unpack. Download the archive file instead.";
/** Keeps a request under 8 kB. */
export const MAX_HASHES = 100;
export const TOO_MANY_HASHES = `At most ${MAX_HASHES} hashes at once.`;
/** Page size of images that look the same. */
export const MAX_PICTURES = 50;
const NOT_FOUND = { 404: ["Not Found"] };

const Hex256 = z.string(INVALID_HASH).check(z.regex(/^[0-9a-fA-F]{64}$/, INVALID_HASH), z.toLowerCase());
const HashParams = z.object({ hash: Hex256 });
const Password = z.string("Expected a password.").check(z.minLength(1, "Please enter a password."));

const Hashes = z.strictObject(
  {
    hashes: z
      .array(Hex256, "Expected a list of hashes.")
      .check(z.minLength(1, "Expected a list of hashes."), z.maxLength(MAX_HASHES, TOO_MANY_HASHES)),
  },
  "Expected a list of hashes.",
);

/** Addition to the public API: sizes of the files inside. */
const WithSizes = z.optional(
  z
    .enum(["sizes"])
    .register(z.globalRegistry, { description: "Adds the unpacked sizes of the listed files." }),
);

export const searchHash = endpoint({
  method: "GET",
  path: "/v1/search_hash/:hash",
  access: "anyone",
  topics: [
    "files",
    "file_uses",
    "posts",
    "post_revisions",
    "discord_messages",
    "creators.listed",
    "removed_files",
  ],
  summary:
    "A file by its SHA-256, and the posts and chat messages that use it: at most 500 of each, newest first.",
  params: HashParams,
  response: FileUses,
  errors: NOT_FOUND,
});

export const searchHashes = endpoint({
  method: "POST",
  path: "/v2/search_hash",
  access: "anyone",
  scope: "read",
  summary: `Finds which of at most ${MAX_HASHES} files, by SHA-256, the archive has, with the newest five posts and chat messages that use each. Missing files are left out. Read-only.`,
  body: Hashes,
  response: z.array(HashHit),
  envelope: "hashes",
});

export const searchPicture = endpoint({
  method: "GET",
  path: "/v1/search_picture/:pdq",
  access: "anyone",
  topics: [
    "files",
    "file_uses",
    "picture_hashes",
    "picture_sizes",
    "posts",
    "post_revisions",
    "discord_messages",
    "creators.listed",
    "removed_files",
  ],
  summary: `Images that look the same, by a PDQ hash: those that differ from it in at most ${SEARCH_DISTANCE} of 256 bits (all within ${MAX_DISTANCE}, nearly all above), the closest first, at most ${MAX_PICTURES}, each with the newest five posts and chat messages that use it. Images are compared in the orientation that they are shown in.`,
  params: z.object({ pdq: Hex256 }),
  response: z.array(PictureHit),
});

export const getFile = endpoint({
  method: "GET",
  path: "/v1/file/:hash",
  access: "anyone",
  topics: ["files", "archive_listings", "archive_readings", "removed_files"],
  summary:
    'A file and, for an archive file, its file names and its password: "" if none is needed, null if unknown.',
  params: HashParams,
  query: z.object({ with: WithSizes }),
  response: ArchiveFile,
  errors: NOT_FOUND,
});

const { query: _, ...plainFile } = getFile;

export const getFileText = endpoint({
  method: "GET",
  path: "/v1/file/:hash/text",
  access: "anyone",
  guests: true,
  topics: [
    "files",
    "picture_texts",
    "removed_files",
    "file_uses",
    "posts",
    "discord_messages",
    "share_files",
  ],
  summary:
    "The text in an image, if the archive reads it: lines of words, each with its box as parts of the width and height of the image as it is shown. Without lines if there is none, or it is not read yet.",
  params: HashParams,
  response: PictureText,
  errors: NOT_FOUND,
});

export const getFileTexts = endpoint({
  method: "POST",
  path: "/v2/file_text",
  access: "anyone",
  scope: "read",
  summary: `The texts in at most ${MAX_HASHES} images, by SHA-256, as \`/v1/file/{hash}/text\` answers them. Images without text are left out. Read-only.`,
  body: Hashes,
  response: z.array(FileText),
  envelope: "texts",
});

export const getArchive = endpoint({
  ...plainFile,
  path: "/v1/posts/archives/:hash",
  summary: "Same as /v1/file/{hash}, for old clients.",
});

export const getFileV2 = endpoint({
  ...plainFile,
  path: "/v2/file/:hash",
  summary: "Same as /v1/file/{hash}, in an envelope.",
  envelope: "file",
});

export const getEntry = endpoint({
  method: "GET",
  path: "/v1/file/:hash/entry/:number",
  access: "anyone",
  guests: true,
  topics: [
    "files",
    "archive_listings",
    "archive_readings",
    "removed_files",
    "file_uses",
    "posts",
    "discord_messages",
    "share_files",
  ],
  summary:
    "One file inside an archive file, unpacked, with the saved password if it needs one. `number` is its index in `file_list` of `/v1/file/{hash}`, from 0. The type is that of its bytes: images, videos and audio that browsers show, `text/plain`, or bytes to download.",
  params: z.extend(HashParams, {
    number: z
      .string()
      .check(z.regex(/^\d{1,6}$/, "Expected an index in the list of files."))
      .register(z.globalRegistry, { description: "Index in `file_list`, from 0." }),
  }),
  query: z.object({
    w: z.optional(
      z
        .enum(THUMBNAIL_WIDTHS.map(String))
        .register(z.globalRegistry, { description: "Greatest width in pixels of a thumbnail instead." }),
    ),
    f: z.optional(z.string().register(z.globalRegistry, { description: "The name to save it under." })),
  }),
  response: "file",
  errors: { ...NOT_FOUND, 422: [UNREADABLE_ENTRY, LOCKED_ENTRY, LARGE_ENTRY, BAD_IMAGE] },
});

const TRY_ERRORS = {
  ...NOT_FOUND,
  400: [INVALID_PASSWORD, UNREADABLE_ARCHIVE],
  429: [TOO_MANY_ATTEMPTS],
};

export const tryPassword = endpoint({
  method: "PATCH",
  path: "/v1/file/:hash",
  access: "anyone",
  limits: [{ name: "password", points: 10, seconds: 60, by: ["address", "params.hash"] }],
  summary:
    "Tries a password, the single item of the list, on the archive file; a correct one is saved for everyone.",
  params: HashParams,
  query: z.object({ with: WithSizes }),
  body: z.tuple([Password], "Expected a list of one password."),
  response: ArchiveFile,
  errors: TRY_ERRORS,
});

const { query: __, ...plainTry } = tryPassword;

export const tryPasswordV2 = endpoint({
  ...plainTry,
  path: "/v2/file/:hash",
  summary: "Tries a password on the archive file; a correct one is saved for everyone.",
  body: z.strictObject({ password: Password }, "Expected a password."),
  envelope: "file",
});
