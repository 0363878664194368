/** Content of a message beside its text and files, as embeds. */
import { reactionEmbeds } from "./discord-embeds.ts";
import type { DatabaseCopy, Row } from "./lib/sqlite.ts";

/** Records have no field for the replied-to message, so its address identifies it. */
export function replyTo(row: Row, isDirect: boolean): Record<string, unknown>[] {
  if (row["replied_to_id"] === null) return [];
  const server = isDirect ? "@me" : row["server"];
  const url = `https://discord.com/channels/${server}/${row["channel_id"]}/${row["replied_to_id"]}`;
  return [{ type: "reply", title: "Reply", url }];
}

export function embedsOf(
  database: DatabaseCopy,
  { message_id: id = null }: Row,
  report: (reason: string) => void,
): Record<string, unknown>[] {
  const embeds: Record<string, unknown>[] = [];
  for (const { json } of database.rows("select json from message_embeds where message_id = ?", [id])) {
    try {
      embeds.push(Object.assign({}, JSON.parse(String(json))));
    } catch {
      report(`message ${id} has an embed that is not JSON`);
    }
  }
  return embeds;
}

export function reactionsOf(
  database: DatabaseCopy,
  { message_id: id = null }: Row,
): Record<string, unknown>[] {
  if (database.columns("message_reactions").size === 0) return [];
  const rows = database.rows(
    "select emoji_id, emoji_name, count from message_reactions where message_id = ? order by rowid",
    [id],
  );
  return reactionEmbeds(
    Array.from(rows, ({ emoji_id: emoji, emoji_name: name, count }) => ({
      emoji: { id: emoji === null ? undefined : String(emoji), name: String(name ?? "") },
      count: Number(count),
    })),
  );
}
