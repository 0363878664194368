import type { ReactNode } from "react";
import { type MessageId, pieces, type Values } from "./translate.ts";

/** A message with elements: `See <link>all posts</link>.` with `tags={{ link: (text) => <a …>{text}</a> }}`. */
export function Rich({
  id,
  values,
  tags,
}: {
  id: MessageId;
  values?: Values;
  tags: Record<string, (text: string) => ReactNode>;
}) {
  return pieces(id, values).map(({ text, tag }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message never change places
    <span key={at}>{tag === undefined ? text : (tags[tag]?.(text) ?? text)}</span>
  ));
}
