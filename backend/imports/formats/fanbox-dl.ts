/**
 * fanbox-dl (hareku), names only: `<creator>/[500yen/]2024-05-01-<title>-[file-]<order>-<id>.png`, or with a folder for
 * each post `<creator>/[500yen/]2024-05-01-<title>/[file-]<order>-<id>.png`. Days are UTC. The id belongs to the file:
 * post ids are not stored, so they are derived from creator, day and title, equally for both layouts. In names longer than
 * 250 bytes, dots replace the end, including order and id.
 */
import { toUtc } from "./lib/dates.ts";
import type { Entry, Format, Found, Reading } from "./lib/format.ts";
import { attachmentsOf, creatorOfFolder, lastName, parentOf, stableId } from "./lib/names.ts";

const IN_CREATOR = /^(\d{4}-\d\d-\d\d)-(.*?)-(?:file-)?\d+-[A-Za-z0-9]{20,28}\.\w+$/s;
const CUT = /^(\d{4}-\d\d-\d\d)-(.*?)\.\.\.\.\w+$/s;
const POST_FOLDER = /^(\d{4}-\d\d-\d\d)-(.*)$/s;
const IN_POST = /^(?:file-)?\d+-[A-Za-z0-9]{20,28}\.\w+$/;
const PLAN = /^\d+yen$/;

interface Post {
  day: string;
  title: string;
  files: Entry[];
}

export const fanboxDl: Format = {
  name: "fanbox-dl",
  async recognize(folder) {
    const files = (await folder.entries()).filter(({ isFolder }) => !isFolder);
    if (files.some(({ name }) => IN_CREATOR.test(name)))
      return { scope: "folder", read: (reading) => readPosts(folder.path, postsOf(files), reading) };
    const [, day, title] = POST_FOLDER.exec(lastName(folder.path) ?? "") ?? [];
    const inPost = files.filter(({ name }) => IN_POST.test(name));
    if (day === undefined || title === undefined || inPost.length === 0) return undefined;
    const post = { day, title: title.replace(/\.\.\.$/, ""), files: inPost };
    return { scope: "folder", read: (reading) => readPosts(parentOf(folder.path), [post], reading) };
  },
};

function postsOf(files: Entry[]): Iterable<Post> {
  const posts = new Map<string, Post>(); // bounded by the folder listing
  for (const file of files) {
    const [, day, title] = IN_CREATOR.exec(file.name) ?? CUT.exec(file.name) ?? [];
    if (day === undefined || title === undefined) continue;
    const post = posts.get(`${day} ${title}`) ?? { day, title, files: [] };
    posts.set(`${day} ${title}`, post);
    post.files.push(file);
  }
  return posts.values();
}

async function* readPosts(folder: string, posts: Iterable<Post>, reading: Reading): AsyncGenerator<Found> {
  const creator = creatorOfFolder(
    "fanbox",
    PLAN.test(lastName(folder) ?? "") ? parentOf(folder) : folder,
    reading,
  );
  if (creator === undefined) return;
  yield creator;
  const { service, id: user } = creator.fields;
  for (const { day, title, files } of posts)
    yield {
      entity: "posts",
      from: files[0]?.path ?? folder,
      fields: {
        service,
        id: stableId(service, user, day, title),
        user,
        title: title || undefined,
        published: toUtc(day, "UTC"),
        ...attachmentsOf(files),
      },
    };
}
