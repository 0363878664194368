/** patreon-dl without its database: a folder per post, product and campaign, which contains the API's response. */
import { toUtc } from "./lib/dates.ts";
import {
  type Entry,
  type Folder,
  type Found,
  type LocalFile,
  ReadError,
  type Reading,
} from "./lib/format.ts";
import {
  Answer,
  contentOf,
  embedOf,
  lockedBehind,
  type PatreonCreator,
  postAttributes,
  productAttributes,
  shareId,
} from "./patreon-dl-api.ts";

/** Pictures first: without a cover, one becomes the main file. */
const CONTENT_FOLDERS = ["images", "video", "audio", "attachments", "embed"];
const PRODUCT_FOLDERS = ["content_media"];
/** `post-api.json`, and `post-api (1).json` of a later run. */
const ANSWER = /^(?:post|product|campaign)-api(?: \((\d+)\))?\.json$/;
/** In the folder of the response. */
const COVER = /^cover-image\./;
const NUMERIC = new Intl.Collator("en", { numeric: true });

/** Saved responses in a folder, newest first. */
export async function answersIn(folder: Folder | undefined): Promise<Entry[]> {
  const number = ({ name }: Entry) => Number(ANSWER.exec(name)?.[1] ?? 0);
  const found = ((await folder?.entries()) ?? []).filter(
    (entry) => !entry.isFolder && ANSWER.test(entry.name),
  );
  return found.sort((a, b) => number(b) - number(a));
}

interface Saved {
  entry: Entry;
  answer: Answer;
}

async function* readAnswers(folder: Folder, reading: Reading): AsyncGenerator<Saved> {
  for (const entry of await answersIn(folder)) {
    try {
      yield { entry, answer: new Answer(await folder.json(entry)) };
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      reading.report(entry.path, error.message);
    }
  }
}

export async function* readPostFolder(folder: Folder, info: Folder, reading: Reading): AsyncGenerator<Found> {
  const id = /^\d+/.exec(nameOf(folder))?.[0];
  let newest: (Saved & { post: NonNullable<ReturnType<Answer["one"]>> }) | undefined;
  let content: string | undefined;
  for await (const saved of readAnswers(info, reading)) {
    const post = saved.answer.one("post", id);
    if (post === undefined) {
      reading.report(saved.entry.path, "has no post");
      continue;
    }
    newest ??= { ...saved, post };
    // Some versions since 2026 saved posts without text, which an earlier response may have.
    content ??= contentOrReport(saved.entry, post, reading);
  }
  if (newest === undefined) return;
  const { entry, answer, post } = newest;
  const creator = answer.creatorOf(post);
  if (creator === undefined) return reading.report(entry.path, "names no creator");
  yield creatorRecord(creator, entry);
  const attributes = postAttributes(post);
  const isLocked = attributes.current_user_can_view === false;
  const [file, ...attachments] = isLocked
    ? []
    : [...(await coverIn(info)), ...(await filesIn(folder, CONTENT_FOLDERS, answer.imageNamesOf(post)))];
  const tags = answer.tagsOf(post);
  const fields = {
    service: "patreon" as const,
    id: post.id,
    user: creator.id,
    title: attributes.title ?? undefined,
    content,
    published: toUtc(attributes.published_at ?? "", reading.zone),
    edited: toUtc(attributes.edited_at ?? "", reading.zone),
    embed: embedOf(attributes.embed),
    tags: tags.length > 0 ? tags : undefined,
    incomplete_rewards: isLocked ? lockedBehind(attributes.min_cents_pledged_to_view) : undefined,
    file,
    attachments: attachments.length > 0 ? attachments : undefined,
  };
  yield { entity: "posts", fields, from: entry.path };
}

export async function* readProductFolder(
  folder: Folder,
  info: Folder,
  reading: Reading,
): AsyncGenerator<Found> {
  for await (const { entry, answer } of readAnswers(info, reading)) {
    const product = answer.one("product-variant", /^\d+/.exec(nameOf(folder))?.[0]);
    const creator = product && answer.creatorOf(product);
    const attributes = product && productAttributes(product);
    const added = toUtc(attributes?.published_at_datetime ?? "", reading.zone);
    if (product === undefined || creator === undefined || added === undefined) {
      reading.report(entry.path, "has no product, or one without a creator or a date");
      continue;
    }
    yield creatorRecord(creator, entry);
    const fields = {
      id: shareId(product.id),
      service: "patreon" as const,
      user: creator.id,
      name: attributes?.name ?? product.id,
      description: attributes?.description ?? undefined,
      added,
      files: await filesIn(folder, PRODUCT_FOLDERS, []),
    };
    yield { entity: "shares", fields, from: entry.path };
    return; // the newest response is complete
  }
}

export async function* readCampaignFolder(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  const entries = await folder.entries();
  const picture = (name: string): LocalFile | undefined => {
    const entry = entries.find((one) => !one.isFolder && one.name.startsWith(name));
    return entry && { entry, name: entry.name };
  };
  for await (const { entry, answer } of readAnswers(folder, reading)) {
    const campaign = answer.one("campaign");
    const creator = campaign && answer.creatorOf(campaign);
    if (creator === undefined) {
      reading.report(entry.path, "names no creator");
      continue;
    }
    yield creatorRecord(creator, entry, { icon: picture("avatar"), banner: picture("cover-photo") });
    return;
  }
}

async function coverIn(info: Folder): Promise<LocalFile[]> {
  const cover = (await info.entries()).find(({ name, isFolder }) => !isFolder && COVER.test(name));
  return cover === undefined ? [] : [{ entry: cover, name: cover.name }];
}

/** Reads the text of a post from its saved responses. @param user id of the creator */
export async function* readText(
  info: Folder,
  id: string,
  user: string,
  reading: Reading,
): AsyncGenerator<Found> {
  for await (const { entry, answer } of readAnswers(info, reading)) {
    const post = answer.one("post", id);
    const content = post && contentOrReport(entry, post, reading);
    if (content === undefined) continue;
    yield { entity: "posts", fields: { service: "patreon", id, user, content }, from: entry.path };
    return;
  }
}

function creatorRecord(
  creator: PatreonCreator,
  entry: Entry,
  pictures: { icon?: LocalFile; banner?: LocalFile } = {},
): Found {
  return { entity: "creators", fields: { service: "patreon", ...creator, ...pictures }, from: entry.path };
}

function contentOrReport(
  entry: Entry,
  post: Parameters<typeof postAttributes>[0],
  reading: Reading,
): string | undefined {
  try {
    return contentOf(postAttributes(post));
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return void reading.report(entry.path, error.message);
  }
}

/** Sorts pictures by the order of the post if their names match it, everything else naturally. */
async function filesIn(folder: Folder, names: string[], order: string[]): Promise<LocalFile[]> {
  const place = ({ name }: Entry) => (order.includes(name) ? order.indexOf(name) : order.length);
  const files: LocalFile[] = [];
  for (const name of names) {
    const below = await folder.folder(name);
    const entries = ((await below?.entries()) ?? []).filter((one) => !one.isFolder && !isSummary(name, one));
    entries.sort((a, b) => place(a) - place(b) || NUMERIC.compare(a.name, b.name));
    files.push(...entries.map((entry) => ({ entry, name: entry.name })));
  }
  return files;
}

/** Each embed has a sidecar text file. */
const isSummary = (folder: string, { name }: Entry) => folder === "embed" && name.endsWith(".txt");
const nameOf = ({ path }: Folder) => path.slice(path.lastIndexOf("/") + 1);
