import { readStored } from "../../../lib/storage.ts";
import { type PostKey, parseMarks } from "./marks.ts";
import { unmarkSeen } from "./store.ts";

/** Removes the marks of posts that were taken down. */
export function unmarkTakenDown(isGone: (post: PostKey) => boolean): void {
  const takenDown = [...parseMarks(readStored("seen") ?? "")].map(toPost).filter(isGone);
  if (takenDown.length > 0) unmarkSeen(takenDown);
}

function toPost(mark: string): PostKey {
  const [service = "", user = "", id = ""] = mark.split(/[/:]/).map(decodeURIComponent);
  return { service, user, id };
}
