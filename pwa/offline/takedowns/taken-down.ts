/** Content to delete, by the keys of the offline database. */
import { REMOVED_FILE_DIGITS } from "#shared/contracts/removed.ts";
import { creatorOfPost } from "#shared/rules/offline-db.ts";

export interface TakenDown {
  /** `service/creator/post`. */
  posts: Set<string>;
  /** `service/creator`, with all their content; also under public names used on this device. */
  creators: Set<string>;
  /** SHA-256 of files that no other saved post has. */
  hashes: Set<string>;
  /** Leading hash digits from the feed; includes files of posts whose rows are no longer on the device. */
  files: Set<string>;
  /** Single comments: `service/creator/post/comment`. */
  comments: Set<string>;
  /** Ids of single shares. */
  shares: Set<string>;
}

/** @param path contains the SHA-256 of the file */
export function isTakenDownFile(path: string, { hashes, files }: TakenDown): boolean {
  const hash = /[0-9a-f]{64}/.exec(path)?.[0];
  return hash !== undefined && (hashes.has(hash) || files.has(hash.slice(0, REMOVED_FILE_DIGITS)));
}

/** @param key key of a post or creator */
export function isTakenDown(key: string, { posts, creators }: TakenDown): boolean {
  return posts.has(key) || creators.has(creatorOfPost(key));
}

/** Pages of the app and most of the API, then writes of favorites. */
const ADDRESSES = [
  /\/([^/?]+)\/(?:user|server)\/([^/?]+)(?:\/post\/([^/?]+))?/,
  /\/favorites\/(?:post|creator)\/([^/?]+)\/([^/?]+)(?:\/([^/?]+))?/,
];

/** True if a path of the app or API is, or is below, a taken-down post or creator. */
export function leadsToTakenDown(address: string, takenDown: TakenDown): boolean {
  return keysIn(address).some((key) => isTakenDown(key, takenDown));
}

/** Keys of posts and creators that a path of the app or API leads to. */
export function keysIn(address: string): string[] {
  return ADDRESSES.flatMap((pattern) => {
    const [, ...names] = pattern.exec(address) ?? [];
    const key = names.flatMap((name) => (name === undefined ? [] : [decoded(name)])).join("/");
    return key === "" ? [] : [key];
  });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
