import type { ReactNode } from "react";
import { type MessageId, t, type Values } from "./index.ts";

/** A message with elements in it: `See <link>all posts</link>.` with `tags={{ link: (text) => <a …>{text}</a> }}`. */
export function Rich({
  id,
  values,
  tags,
}: {
  id: MessageId;
  values?: Values;
  tags: Record<string, (text: string) => ReactNode>;
}) {
  return t(id, values)
    .split(/(<\w+>[^<]*<\/\w+>)/)
    .map((part, at) => {
      const [, name = "", text = ""] = /^<(\w+)>([^<]*)<\/\1>$/.exec(part) ?? [];
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message never change places
      return <span key={at}>{tags[name]?.(text) ?? part}</span>;
    });
}
