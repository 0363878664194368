/** The shape of a service's record. Nearly everything is required, so that a forgotten entry does not compile. */
import type { ImportFieldName, ImportProblemName } from "./import-fields.ts";

/** Pages of a creator that some services have. */
export type ServiceTab = "fancards" | "announcements" | "tags";

export interface ImportField {
  /** Returns a known problem or a message of its own; it gets the trimmed text. */
  check?: (text: string) => ImportProblemName | { message: string } | undefined;
  /** Problem of a text longer than the limit, in place of the usual one. */
  tooLong?: ImportProblemName;
}

export interface ServiceInfo {
  title: string;
  /** Color of the brand, used only for small marks. */
  color: `#${string}`;
  /** Address of a creator's page on the service; null: none to link to. */
  profileUrl: `https://${string}{user}` | null;
  /** Address of a post; null: posts have no pages. */
  postUrl: `https://${string}{post}${string}` | null;
  /** Recognizes host (without `www.`) and path of a post's address; its group is the post's id. */
  postLink: RegExp | null;
  /** Recognizes host and path of a creator's address with the public name in place of the id; its groups are the name. */
  publicLink?: RegExp;
  /** Links to its posts in texts lead to the archived post instead of the service. */
  rewritesLinks: boolean;
  tabs: readonly ServiceTab[];
  /** The image on a post's card: its main file, or otherwise the first image attached. */
  cardImage: "file" | "attachments";
  /** Location of the session key in a browser that is logged in; what it looks like is the text `key.<service>`. */
  key: { place: "cookie" | "cookieEnding" | "header"; name: string; isToken?: boolean };
  /** Fields of the import form, in their order. */
  importForm: { session_key: ImportField } & { [field in ImportFieldName]?: ImportField };
  /** Large downloads are split into files that belong together. */
  splitsDownloads?: boolean;
  /** Links to this host in texts are removed: only subscribers can open them. */
  closedHost?: string;
}
