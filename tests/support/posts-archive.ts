/** A few posts of every kind: of one moment, without a date, hidden, with all there can be, and a hundred plain ones. */
import type { Db } from "#backend/db/client.ts";
import { buildComment, buildCreator, buildPost, buildRevision, fakePath } from "./factories.ts";

export const image = { name: "絵.PNG", path: fakePath("a", ".png") };
export const archive = { name: "set.rar", path: fakePath("b", ".bin") };
export const video = { name: "clip.mp4", path: fakePath("c", ".mp4") };
export const poll = {
  title: "Next?",
  description: null,
  choices: [{ text: "Cats", votes: 3 }],
  created_at: "2024-01-01T00:00:00",
  closes_at: null,
  allow_multiple: true,
};

/** Creator 1's posts, newest first. */
export const ORDER = ["full", "twin1", "twin2", "undated1", "undated2"];

/** Creators 1 and 2 of patreon, the latter with posts n001 to n100, and a hidden one. */
export async function buildPostsArchive(sql: Db): Promise<void> {
  await buildCreator(sql);
  await buildCreator(sql, { id: "2", name: "Bea" });
  await buildCreator(sql, { id: "gone", hidden: true });
  await buildPost(sql, {
    id: "full",
    published: "2024-02-03T08:00:00",
    added: "2024-03-03T08:00:00.100000",
    content: `<p>${"語".repeat(60)}</p>`,
    embed: { url: "https://example.org/", subject: "S" },
    file: image,
    attachments: [image, archive, video],
    poll,
    tags: ["Ink"],
    incomplete_rewards: { complete: 1, incomplete: 2 },
  });
  await buildRevision(sql, 11, { id: "full", title: "First" });
  await buildRevision(sql, 12, { id: "full", title: "Second" });
  // Two of one moment, two without a date, one hidden: neighbors and lists agree on their order.
  for (const id of ["twin1", "twin2"])
    await buildPost(sql, { id, published: "2024-02-02T08:00:00", added: null });
  for (const id of ["undated1", "undated2"]) await buildPost(sql, { id, published: null });
  await buildPost(sql, { id: "hidden", published: "2024-02-02T09:00:00", hidden: true });
  await buildPost(sql, { id: "unseen", user: "gone", published: "2025-01-01T00:00:00" });
  await buildComment(sql, { post: "full" });
  await buildComment(sql, { post: "full", id: "c2", parent_id: "c1", published: "2024-02-02T07:00:00" });
  await sql`update comments set commenter_name = null where id = 'c2'`;
  await sql`insert into comment_revisions (id, service, post, comment, content, added)
    values (5, 'patreon', 'full', 'c1', 'Before', '2024-02-03 08:00:00.1+00')`;
  await sql`insert into posts (service, id, "user", published)
    select 'patreon', 'n' || lpad(n::text, 3, '0'), '2', timestamptz '2023-01-01 00:00:00+00' - n * interval '1 hour'
    from generate_series(1, 100) n`;
}
