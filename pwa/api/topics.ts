/** On the server: which topics the answers of a render are made of, so that a change of one ends the cached page. */
import type { Topic } from "#shared/contracts/topics.ts";

const used = new WeakMap<object, Set<Topic>>();

/** @param render its query client */
export function noteTopics(render: object, topics: readonly Topic[]): void {
  used.set(render, new Set([...topicsOf(render), ...topics]));
}

export function topicsOf(render: object): readonly Topic[] {
  return [...(used.get(render) ?? [])];
}
