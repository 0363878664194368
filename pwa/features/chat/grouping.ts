/** Groups consecutive messages. */
import { parseIso } from "#shared/rules/dates.ts";
import { day } from "../../lib/dates.ts";
import type { ChatMessage } from "./chat.ts";

export const GROUPING_GAP_MS = 450_000;

/** Groups consecutive messages of one author with short gaps; a message with replies ends its group. */
export function groupMessages<M>(messages: readonly ChatMessage<M>[]): ChatMessage<M>[][] {
  const groups: ChatMessage<M>[][] = [];
  for (const message of messages) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && belongsTo(before, message)) group.push(message);
    else groups.push([message]);
  }
  return groups;
}

export interface Day<M> {
  day: string;
  groups: ChatMessage<M>[][];
}

/** Groups under the day (UTC) of their first message. */
export function groupDays<M>(groups: readonly ChatMessage<M>[][]): Day<M>[] {
  const days: Day<M>[] = [];
  for (const group of groups) {
    const date = day(group[0]?.published ?? "");
    const last = days.at(-1);
    if (last?.day === date) last.groups.push(group);
    else days.push({ day: date, groups: [group] });
  }
  return days;
}

function belongsTo(before: ChatMessage, message: ChatMessage): boolean {
  const gap = parseIso(message.published).getTime() - parseIso(before.published).getTime();
  return before.replies.length === 0 && before.author.id === message.author.id && gap < GROUPING_GAP_MS;
}
