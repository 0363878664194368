/** Notes posts that imported ones name: neighbors, posts of which there is a revision, and links in texts. */
import { Parser } from "htmlparser2";
import type { Sql } from "#backend/db/client.ts";
import type { Entity } from "#backend/imports/bundle/records.ts";
import type { Row } from "#backend/imports/bundle/validate.ts";
import type { InTransaction } from "#backend/imports/bundle/write.ts";
import type { Found } from "#backend/imports/formats/lib/format.ts";
import { withWriteLock } from "#backend/imports/with-write-lock.ts";
import type { WantedPost } from "#shared/rules/wanted.ts";
import { postOfAddress } from "#shared/rules/wanted-list.ts";
import type { Service } from "#shared/services/index.ts";
import { trimEndOf } from "#shared/text/trim-end.ts";
import { notePosts } from "./lists.ts";

type Mentioned = Record<"neighbor" | "revision" | "link", WantedPost[]>;

export async function noteMentions(
  sql: Sql,
  entity: Entity,
  rows: readonly { row: Row; found: Found }[],
  fence?: InTransaction,
): Promise<void> {
  if (entity !== "posts" && entity !== "post_revisions") return;
  const mentioned: Mentioned = { neighbor: [], revision: [], link: [] };
  for (const { row, found } of rows) collect(mentioned, entity, row, found);
  if (Object.values(mentioned).every((posts) => posts.length === 0)) return;
  await withWriteLock(sql, fence, async (tx) => {
    for (const source of ["neighbor", "revision", "link"] as const)
      await notePosts(tx, mentioned[source], source);
  });
}

function collect(mentioned: Mentioned, entity: Entity, { fields }: Row, { neighbors = [] }: Found): void {
  const { id, title, content } = fields as Record<string, string>;
  const { service, user } = fields as { service: Service; user: string };
  for (const other of neighbors) mentioned.neighbor.push({ service, id: other, user, title: "" });
  if (entity === "post_revisions" && id !== undefined)
    mentioned.revision.push({ service, id, user, title: title ?? "" });
  for (const address of linksOf(content ?? "")) {
    const post = postOfAddress(address);
    if (post !== undefined && !(post.service === service && post.id === id))
      mentioned.link.push({ ...post, title: "" });
  }
}

/** Web addresses in sanitized HTML, linked or written out. */
function linksOf(html: string): Set<string> {
  const links = new Set<string>();
  if (!html.includes("http")) return links;
  const parser = new Parser({
    onopentag: (_, { href }) => {
      if (href !== undefined) links.add(href);
    },
    ontext: (text) => {
      for (const part of text.split(/[\s"'<>()[\]]+/))
        if (part.startsWith("http")) links.add(trimEndOf(part, /[.,;:!?]/));
    },
  });
  parser.end(html);
  return links;
}
