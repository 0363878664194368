/** The only place that writes the engine's filter language. */
import type { IndexName } from "#shared/search/documents.ts";
import { type Condition, type ConditionKey, profileOf, startOf, valuesOf } from "#shared/search/query.ts";

export interface PostFilter {
  service?: string;
  user?: string;
  /** All of them must match. */
  tags?: readonly string[];
}

type Attribute = "key" | "kind" | "service" | "user" | "id" | "creator" | "tags" | "has" | "ext";

/** Conditions that all hold, each value escaped; an empty list filters nothing. */
export function postFilter({ service, user, tags = [] }: PostFilter): string[] {
  return [
    ...(service === undefined ? [] : [equals("service", service)]),
    ...(user === undefined ? [] : [equals("user", user)]),
    ...tags.map((tag) => equals("tags", tag)),
  ];
}

/** Filters that exclude what belongs to these creators. @param attribute has the creator's id in the index */
export function excludeCreators(
  creators: readonly { service: string; id: string }[],
  attribute: "user" | "id" = "user",
): string[] {
  return creators.map(
    ({ service, id }) => `NOT (${equals("service", service)} AND ${equals(attribute, id)})`,
  );
}

/** A filter that excludes services. */
export function excludeServices(services: readonly string[]): string[] {
  return services.length === 0 ? [] : [`service NOT IN [${services.map(quoted).join(", ")}]`];
}

/** A filter for what is rated at most this. */
export const ratedAtMost = (rating: number) => `rating <= ${rating}`;

/** A filter that excludes documents by key. */
export function excludeKeys(keys: readonly string[]): string[] {
  return keys.length === 0 ? [] : [`NOT key IN [${keys.map(quoted).join(", ")}]`];
}

/** A filter for documents with these keys. */
export function onlyKeys(keys: readonly string[]): string[] {
  return [`key IN [${keys.map(quoted).join(", ")}]`];
}

/** Conditions of a query that each index has the attributes for. */
const APPLICABLE: Record<IndexName, ReadonlySet<ConditionKey>> = {
  posts: new Set(["tag", "service", "creator", "person", "has", "ext", "before", "after", "sort"]),
  dms: new Set(["service", "creator", "person", "before", "after", "sort"]),
  creators: new Set(["service"]),
  tags: new Set(),
  messages: new Set(["before", "after", "sort"]),
};
/** A document has one of these: conditions of the same group are alternatives. */
const ALTERNATIVES: Partial<Record<ConditionKey, "service" | "creator">> = {
  service: "service",
  creator: "creator",
  person: "creator",
};

/** A filter for messages of one kind in these channels. */
export function messageFilter(kind: "discord" | "community", channels: readonly string[]): string[] {
  return [equals("kind", kind), `channel IN [${channels.map(quoted).join(", ")}]`];
}

export const alternativesOf = (key: ConditionKey) => ALTERNATIVES[key];

/** Filters for the conditions of a query; undefined if no document of the index can meet one. */
export function conditionFilter(index: IndexName, conditions: readonly Condition[]): string[] | undefined {
  const filters: string[] = [];
  const alternatives = new Map<string, string[]>();
  for (const condition of conditions) {
    const { key, isExcluded } = condition;
    if (key === "sort") continue;
    const group = alternativesOf(key);
    const any = valuesOf(condition)
      .map((value) => write(key, value))
      .join(" OR ");
    if (!APPLICABLE[index].has(key)) {
      if (!isExcluded) return undefined;
    } else if (isExcluded) filters.push(`NOT (${any})`);
    else if (group !== undefined) alternatives.set(group, [...(alternatives.get(group) ?? []), any]);
    else filters.push(any);
  }
  for (const any of alternatives.values()) filters.push(`(${any.join(" OR ")})`);
  return filters;
}

function write(key: Exclude<ConditionKey, "sort">, value: string): string {
  switch (key) {
    case "tag":
      return equals("tags", value);
    case "creator":
    case "person": {
      const profile = profileOf(value);
      if (profile !== undefined)
        return `(${equals("service", profile.service)} AND ${equals("user", profile.id)})`;
      return `${equals("creator", value)} OR ${equals("user", value)}`;
    }
    case "before":
      return `published > 0 AND published < ${startOf(value) ?? 0}`;
    case "after":
      return `published >= ${startOf(value) ?? 0}`;
    default:
      return equals(key, value);
  }
}

function equals(attribute: Attribute, value: string): string {
  return `${attribute} = ${quoted(value)}`;
}

function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
