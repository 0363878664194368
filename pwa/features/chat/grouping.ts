/** Groups consecutive messages. */
import type { DiscordMessage } from "#shared/entities/discord.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { readAuthor } from "./authors.ts";

export const GROUPING_GAP_MS = 450_000;

/** Consecutive messages of one author, each less than the gap after the one before. */
export function groupMessages(messages: readonly DiscordMessage[]): DiscordMessage[][] {
  const groups: DiscordMessage[][] = [];
  for (const message of messages) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && belongsTo(before, message)) group.push(message);
    else groups.push([message]);
  }
  return groups;
}

function belongsTo(before: DiscordMessage, message: DiscordMessage): boolean {
  const gap = parseIso(message.published).getTime() - parseIso(before.published).getTime();
  return readAuthor(before.author).id === readAuthor(message.author).id && gap < GROUPING_GAP_MS;
}
