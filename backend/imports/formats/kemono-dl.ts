/** kemono-dl since 2025: `<service>/<creator id>/<post id>/` with the files and, if asked, `content.html`; no metadata. */
import { isService, type Service } from "#shared/services/index.ts";
import { creatorOf } from "./kemono-post.ts";
import { orReport } from "./lib/checked-json.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";

const CONTENT = "content.html";
const NUMBER = /^\d+$/;
const BY_NUMBER = new Intl.Collator("en", { numeric: true });

interface PostKey {
  service: Service;
  user: string;
  id: string;
}

export const kemonoDl: Format = {
  name: "kemono-dl",
  async recognize(folder) {
    const [service = "", user = "", id = ""] = folder.path.split("/").slice(-3);
    if (!isService(service) || id === "") return undefined;
    const files = (await folder.entries()).filter(({ isFolder }) => !isFolder);
    // Without a text, only numeric ids distinguish its folders from a person's own.
    const isPost = files.some(({ name }) => name === CONTENT) || (NUMBER.test(user) && NUMBER.test(id));
    if (!isPost || files.length === 0) return undefined;
    return { scope: "tree", read: (reading) => readPost(folder, { service, user, id }, reading) };
  },
};

async function* readPost(folder: Folder, post: PostKey, reading: Reading): AsyncGenerator<Found> {
  const entries: Entry[] = [];
  for await (const entry of folder.walk()) entries.push(entry);
  const text = entries.find(({ path }) => path === `${folder.path}/${CONTENT}`);
  const from = text?.path ?? folder.path;
  if (text) reading.uses(text);
  const content = text && (await orReport(text, reading, folder.text(text)));
  const attachments = entries
    .filter((entry) => entry !== text)
    .sort((a, b) => BY_NUMBER.compare(a.path, b.path))
    .map((entry) => ({ entry, name: entry.name }));
  const fields = {
    ...post,
    content: content || undefined,
    attachments: attachments.length > 0 ? attachments : undefined,
  };
  yield creatorOf(post, undefined, from);
  yield { entity: "posts", fields, from };
}
