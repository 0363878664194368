/** Authors on a page of messages. */
import type { DiscordMessage } from "#shared/entities/discord.ts";
import { namesOf } from "#shared/rules/chat-names.ts";

/** Names by id of authors and mentioned users on a page. */
export function namesOn(messages: readonly DiscordMessage[]): ReadonlyMap<string, string> {
  return namesOf(messages.flatMap(({ author, mentions }) => [author, ...mentions]));
}
