/** The only place that writes the engine's filter language. */

export interface PostFilter {
  service?: string;
  user?: string;
  /** All of them must match. */
  tags?: readonly string[];
}

/** Conditions that all hold, each value escaped; an empty list filters nothing. */
export function postFilter({ service, user, tags = [] }: PostFilter): string[] {
  return [
    ...(service === undefined ? [] : [equals("service", service)]),
    ...(user === undefined ? [] : [equals("user", user)]),
    ...tags.map((tag) => equals("tags", tag)),
  ];
}

/** Conditions that leave out the posts of these creators. */
export function notBy(creators: readonly { service: string; id: string }[]): string[] {
  return creators.map(({ service, id }) => `NOT (${equals("service", service)} AND ${equals("user", id)})`);
}

function equals(attribute: "service" | "user" | "tags", value: string): string {
  return `${attribute} = "${value.replace(/[\\"]/g, "\\$&")}"`;
}
