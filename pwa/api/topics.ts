/** Server rendering: topics of the responses used by a render, so that a change of one invalidates the cached page. */
import type { Topic } from "#shared/contracts/topics.ts";

const used = new WeakMap<object, Set<Topic>>();

/** @param render its query client */
export function noteTopics(render: object, topics: readonly Topic[]): void {
  used.set(render, new Set([...topicsOf(render), ...topics]));
}

export function topicsOf(render: object): readonly Topic[] {
  return [...(used.get(render) ?? [])];
}
