/** fantiadl with `--dump-metadata`: `<creator>/<post>/metadata.json`, a folder for each gallery, `thumb.*`; `<creator>/metadata.json` of the fanclub. */
import { z } from "zod";
import { FantiaPost, filesOfPost, textOfPost } from "./fantiadl-post.ts";
import { checked, orReport } from "./lib/checked-json.ts";
import { utcOfMailDate } from "./lib/dates.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";

const METADATA = "metadata.json";
const Fanclub = z.object({ fanclub: FantiaPost.shape.fanclub });

export const fantiadl: Format = {
  name: "fantiadl",
  async recognize(folder) {
    const entry = await folder.find(METADATA);
    if (entry === undefined || entry.isFolder) return undefined;
    const text = await folder.text(entry).catch(() => "");
    const has = (key: string) => text.includes(`"${key}"`); // also if truncated
    if (!has("fanclub")) return undefined;
    if (has("post_contents")) return { scope: "tree", read: (reading) => readPost(folder, entry, reading) };
    if (!has("creator_name")) return undefined;
    // Fanclubs with the same name share this folder, so the creator is read per subfolder.
    return { scope: "folder", read: (reading) => readFanclub(folder, entry, reading) };
  },
};

async function* readFanclub(folder: Folder, entry: Entry, reading: Reading): AsyncGenerator<Found> {
  reading.uses(entry);
  const read = folder.json(entry).then((json) => checked(json, Fanclub).fanclub);
  const fanclub = await orReport(entry, reading, read);
  const entries = await folder.entries();
  const image = (name: string) => {
    const found = entries.find((one) => !one.isFolder && one.name.startsWith(`${name}.`));
    return found && { entry: found, name: found.name };
  };
  const images = { icon: image("icon"), banner: image("header") };
  if (fanclub) yield { entity: "creators", fields: { ...creatorOf(fanclub), ...images }, from: entry.path };
}

async function* readPost(folder: Folder, entry: Entry, reading: Reading): AsyncGenerator<Found> {
  reading.uses(entry);
  const post = await orReport(
    entry,
    reading,
    folder.json(entry).then((json) => checked(json, FantiaPost)),
  );
  if (post === undefined) return;
  const entries: Entry[] = [];
  for await (const one of folder.walk()) if (one.path !== entry.path) entries.push(one);
  const { file, attachments } = filesOfPost(post, folder.path, entries);
  const lockedParts = post.post_contents.filter((part) => part.visible_status !== "visible");
  const locked = lockedParts.length;
  for (const { id, title } of lockedParts) {
    const named = title ? `part ${id} (${title})` : `part ${id}`;
    reading.report(entry.path, `${named} is locked: its text and files were not downloaded`);
  }
  const creator = creatorOf(post.fanclub);
  yield { entity: "creators", fields: creator, from: entry.path };
  yield {
    entity: "posts",
    from: entry.path,
    fields: {
      service: "fantia",
      id: post.id,
      user: creator.id,
      title: post.title || undefined,
      ...textOfPost(post, (reason) => reading.report(entry.path, reason)),
      published: post.posted_at ? utcOfMailDate(post.posted_at) : undefined,
      file,
      attachments: attachments.length > 0 ? attachments : undefined,
      tags: post.tags ? post.tags.map(({ name }) => name) : undefined,
      incomplete_rewards:
        locked > 0 ? { complete: post.post_contents.length - locked, incomplete: locked } : undefined,
    },
  };
}

function creatorOf({ id, name, creator_name: person }: z.infer<typeof Fanclub>["fanclub"]) {
  return { service: "fantia" as const, id, name: name || person || id };
}
