/** Files by hash and the archives among them. */
import { z } from "zod/mini";
import { ArchiveFile, FileUses, HashHit } from "../entities/archive-file.ts";
import { endpoint } from "./endpoint.ts";

export const INVALID_HASH = "Invalid hash!";
export const INVALID_PASSWORD = "Invalid password";
export const UNREADABLE_ARCHIVE = "The archive cannot be read.";
export const TOO_MANY_ATTEMPTS = "Too many tries. Wait a minute.";
/** A request with this many stays under 8 kB. */
export const MAX_HASHES = 100;
export const TOO_MANY_HASHES = `At most ${MAX_HASHES} hashes at once.`;
const NOT_FOUND = { 404: ["Not Found"] };

const Sha256 = z.string(INVALID_HASH).check(z.regex(/^[0-9a-fA-F]{64}$/, INVALID_HASH), z.toLowerCase());
const HashParams = z.object({ hash: Sha256 });
const Password = z.string("Expected a password.").check(z.minLength(1, "Please enter a password."));

/** An addition to the public API: sizes of the files inside. */
const WithSizes = z.optional(
  z
    .enum(["sizes"])
    .register(z.globalRegistry, { description: "The names of the list also have their unpacked sizes." }),
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
  summary: `Which of at most ${MAX_HASHES} files, by their SHA-256, the archive has, and the newest five posts and chat messages that use each. Those it has not are left out. Changes nothing.`,
  body: z.strictObject(
    {
      hashes: z
        .array(Sha256, "Expected a list of hashes.")
        .check(z.minLength(1, "Expected a list of hashes."), z.maxLength(MAX_HASHES, TOO_MANY_HASHES)),
    },
    "Expected a list of hashes.",
  ),
  response: z.array(HashHit),
  envelope: "hashes",
});

export const getFile = endpoint({
  method: "GET",
  path: "/v1/file/:hash",
  access: "anyone",
  topics: ["files", "archive_listings", "archive_readings", "removed_files"],
  summary:
    'A file and, where it is an archive, the names in it and its password: "" where none is needed, null where it is not known.',
  params: HashParams,
  query: z.object({ with: WithSizes }),
  response: ArchiveFile,
  errors: NOT_FOUND,
});

const { query: _, ...plainFile } = getFile;

export const getArchive = endpoint({
  ...plainFile,
  path: "/v1/posts/archives/:hash",
  summary: "The same as /v1/file/{hash}, for old clients.",
});

export const getFileV2 = endpoint({
  ...plainFile,
  path: "/v2/file/:hash",
  summary: "The same as /v1/file/{hash}, in an envelope.",
  envelope: "file",
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
    "Tries a password, the one item of the list, on the archive itself; a correct one is saved for everyone.",
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
  summary: "Tries a password on the archive itself; a correct one is saved for everyone.",
  body: z.strictObject({ password: Password }, "Expected a password."),
  envelope: "file",
});
