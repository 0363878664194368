import { readStored } from "../../../lib/storage.ts";
import { type PostKey, parseMarks } from "./marks.ts";
import { unmarkSeen } from "./store.ts";

/** Removes the marks of posts that were taken down. */
export function unmarkTakenDown(isGone: (post: PostKey) => boolean): void {
  const gone = [...parseMarks(readStored("seen") ?? "")].map(toPost).filter(isGone);
  if (gone.length > 0) unmarkSeen(gone);
}

function toPost(mark: string): PostKey {
  const [service = "", user = "", id = ""] = mark.split(/[/:]/).map(decodeURIComponent);
  return { service, user, id };
}
