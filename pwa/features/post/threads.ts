/** Nests replies under their comments. */
import type { Comment } from "#shared/entities/post.ts";

export interface Thread {
  comment: Comment;
  replies: Thread[];
}

/** Keeps the order; replies with a missing or circular parent become top-level. */
export function threadsOf(comments: Comment[]): Thread[] {
  const threads = new Map(comments.map((comment) => [comment.id, { comment, replies: [] as Thread[] }]));
  const seen = new Set<string>();
  const top: Thread[] = [];
  for (const comment of comments) {
    const thread = threads.get(comment.id);
    if (thread === undefined) continue;
    const parent =
      comment.parent_id !== null && seen.has(comment.parent_id) ? threads.get(comment.parent_id) : undefined;
    (parent?.replies ?? top).push(thread);
    seen.add(comment.id);
  }
  return top;
}
