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

function equals(attribute: "service" | "user" | "tags", value: string): string {
  return `${attribute} = "${value.replace(/[\\"]/g, "\\$&")}"`;
}
