/** People of a chat server, as the chat service wrote them. */
import type { DiscordMessage } from "#shared/entities/discord.ts";
import type { Author } from "./chat.ts";

export function readAuthor(raw: Record<string, unknown>): Author {
  const text = (key: string) => (typeof raw[key] === "string" ? raw[key].trim() : "");
  return { id: text("id"), name: text("global_name") || text("username") };
}

/** Names by id of everybody who writes or is mentioned on a page. */
export function namesOn(messages: readonly DiscordMessage[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const message of messages)
    for (const raw of [message.author, ...message.mentions]) {
      const { id, name } = readAuthor(raw);
      if (id !== "" && name !== "") names.set(id, name);
    }
  return names;
}
