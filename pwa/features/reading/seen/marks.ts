/** Opened posts, newest last, and their storage format: `service/user:id,id`, one line for each run of one creator. */

export interface PostKey {
  service: string;
  user: string;
  id: string;
}

/** Maximum number of marks; the oldest are dropped. */
export const MAX_MARKS = 20_000;

const part = encodeURIComponent;

export function keyOf({ service, user, id }: PostKey): string {
  return `${part(service)}/${part(user)}:${part(id)}`;
}

export function parseMarks(text: string): Set<string> {
  const marks = new Set<string>();
  for (const line of text.split("\n")) {
    const [creator = "", ids = ""] = line.split(":");
    if (!creator.includes("/")) continue;
    for (const id of ids.split(",")) if (id !== "") marks.add(`${creator}:${id}`);
  }
  return marks;
}

export function printMarks(marks: ReadonlySet<string>): string {
  let text = "";
  let last = "";
  for (const mark of marks) {
    const [creator = "", id = ""] = mark.split(":");
    text += creator === last ? `,${id}` : `${text === "" ? "" : "\n"}${creator}:${id}`;
    last = creator;
  }
  return text;
}

/** Adds a mark; an existing one becomes the newest. */
export function addMark(marks: Set<string>, mark: string, max = MAX_MARKS): void {
  marks.delete(mark);
  marks.add(mark);
  for (const oldest of marks) {
    if (marks.size <= max) return;
    marks.delete(oldest);
  }
}
