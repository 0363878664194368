/** Removes muted hits from the response of the search box. */
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { withoutMarks } from "../../lib/highlight.ts";
import type { Matcher, Mutes } from "../reading/mutes/rules.ts";
import { isMuted } from "../reading/mutes/store.ts";

export function withoutMuted(
  answer: SearchAnswer,
  mutes: Mutes,
  match: Matcher,
): { answer: SearchAnswer; count: number } {
  const shown: SearchAnswer = {
    creators: answer.creators.filter(({ service, id }) => match({ service, user: id }) === undefined),
    posts: answer.posts.filter(
      ({ service, user, title, snippet, tags }) =>
        match({ service, user, text: withoutMarks(`${title}\n${snippet}`), tags }) === undefined,
    ),
    dms: answer.dms.filter(
      ({ service, user, snippet }) => match({ service, user, text: withoutMarks(snippet) }) === undefined,
    ),
    messages: answer.messages?.filter(
      ({ service, user, snippet }) => match({ service, user, text: withoutMarks(snippet) }) === undefined,
    ),
    tags: answer.tags.filter(({ tag }) => !isMuted({ kind: "tag", text: tag }, mutes)),
    fallback: answer.fallback,
  };
  return { answer: shown, count: sizeOf(answer) - sizeOf(shown) };
}

/** Number of hits. */
export const sizeOf = ({ creators, posts, dms, messages = [], tags }: SearchAnswer) =>
  creators.length + posts.length + dms.length + messages.length + tags.length;
