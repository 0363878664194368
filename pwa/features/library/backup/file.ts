/** Format of the backup file and its parser. */
import { z } from "zod/mini";
import { FILE_PATH } from "#shared/rules/files.ts";
import { LABEL_COLORS } from "../../../offline/db/records.ts";

export const FORMAT = "roost-backup";
/** Incremented with every incompatible change. */
export const VERSION = 1;

/** Exported settings, by storage key. Unknown values are ignored where they are read. */
export const CHOICES = [
  "theme",
  "locale",
  "cards",
  "thumbSize",
  "reader",
  "media",
  "dates",
  "data-saver",
  "list-mode",
  "image-source",
  "media-speed",
  "seen-hide",
  "seen-scroll",
  "shortcuts",
  "owned-files",
  "lookups-on-device",
  "file-names",
] as const;
export type ChoiceName = (typeof CHOICES)[number];
export type Choices = Partial<Record<ChoiceName, string>>;

const Text = z.string().check(z.maxLength(20_000));
const Name = z.string().check(z.minLength(1), z.maxLength(500));

const MutedCreator = z.object({ service: Name, id: Name, name: z.string() });
const Mutes = z.object({
  mode: z.enum(["hide", "blur", "collapse"]),
  creators: z.array(MutedCreator),
  tags: z.array(Name),
  words: z.array(Name),
  services: z.array(Name),
});

/** `service/creator`. */
const CreatorKey = z.string().check(z.regex(/^[^/]+\/[^/]+$/), z.maxLength(1_000));
/** `service/creator/post`. */
const PostKey = z.string().check(z.regex(/^[^/]+\/[^/]+\/[^/]+$/), z.maxLength(1_000));

/** Only addresses of the app itself. */
const OwnPath = z.string().check(z.regex(/^\/(?![/\\])/), z.maxLength(2_000));
const Visit = z.object({
  href: OwnPath,
  kind: z.enum(["post", "creator"]),
  service: Name,
  title: z.string(),
  creator: z.optional(z.string()),
  part: z.optional(z.number()),
});

/** A saved post, by name only: its text and files are fetched again. */
const SavedPost = z.object({
  key: PostKey,
  title: z.string(),
  creatorName: z.string(),
  /** Milliseconds since 1970. */
  savedAt: z.number(),
  kinds: z.array(z.enum(["image", "video", "audio", "archive", "other"])),
});

const File = z.object({ name: Text, path: z.string().check(z.regex(FILE_PATH)) });

/** A list of single posts, in the person's own order. */
const Collection = z.object({
  id: Name,
  name: Name,
  /** Milliseconds since 1970. */
  created: z.number(),
  posts: z.array(
    z.object({
      service: Name,
      user: Name,
      id: Name,
      title: Text,
      creatorName: z.optional(Text),
      file: z.union([File, z.strictObject({})]),
      attachments: z.array(File),
    }),
  ),
});

const Label = z.object({
  name: Name,
  color: z.enum(LABEL_COLORS),
  created: z.number(),
  creators: z.array(CreatorKey),
});
const Note = z.object({ key: CreatorKey, text: Text });

export const Backup = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  madeAt: z.string(),
  /** Names unknown to this version are left out. */
  choices: z.record(z.string(), Text),
  /** `service/user:id,id`, one line for each run of one creator. */
  seen: z.array(z.string()),
  mutes: z.optional(Mutes),
  visits: z.array(Visit),
  saved: z.array(SavedPost),
  /** SHA-256 of files that the person has (offline/owned-files), newest first; absent without any. */
  owned: z.optional(z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/)))),
  /** Absent where there are none. */
  collections: z.optional(z.array(Collection)),
  labels: z.optional(z.array(Label)),
  notes: z.optional(z.array(Note)),
  /** Favorites kept on the device without an account, oldest first. */
  favorites: z.optional(z.object({ creators: z.array(CreatorKey), posts: z.array(PostKey) })),
});
export type Backup = z.infer<typeof Backup>;
export type Visit = z.infer<typeof Visit>;
export type Muted = z.infer<typeof Mutes>;
export type SavedPost = z.infer<typeof SavedPost>;

/** An import was rejected and nothing was changed; `part` is the path in the file. */
export class BackupError extends Error {
  override name = "BackupError";
  constructor(
    readonly reason: "text" | "other" | "newer" | "damaged",
    readonly part = "",
  ) {
    super(`${reason} ${part}`.trim());
  }
}

/** @throws BackupError */
export function readBackup(text: string): Backup {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new BackupError("text");
  }
  const { format, version } = (typeof raw === "object" && raw !== null ? raw : {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new BackupError("other");
  if (typeof version === "number" && version > VERSION) throw new BackupError("newer");
  const parsed = Backup.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new BackupError("damaged", parsed.error.issues[0]?.path.join(".") ?? "");
}
