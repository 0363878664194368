/** Reads people of a chat server from the service's own format. */

export function readPerson(raw: Record<string, unknown>): { id: string; name: string } {
  const text = (key: string) => (typeof raw[key] === "string" ? raw[key].trim() : "");
  return { id: text("id"), name: text("global_name") || text("username") };
}

/** Names by id; people without an id or name are left out. */
export function namesOf(people: Iterable<Record<string, unknown>>): Map<string, string> {
  const names = new Map<string, string>();
  for (const raw of people) {
    const { id, name } = readPerson(raw);
    if (id !== "" && name !== "") names.set(id, name);
  }
  return names;
}
