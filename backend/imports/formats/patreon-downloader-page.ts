/** `page_<n>.json` of PatreonDownloader: a page of Patreon's posts as its API sends it (JSON:API). */
import { z } from "zod";
import { ReadError } from "./lib/format.ts";
import { htmlOfTipTap } from "./lib/tiptap.ts";

const Text = z.string().nullish();
const Reference = z.object({ id: z.string(), type: z.string() });
const One = z.object({ data: Reference.nullish() }).nullish();
const Many = z.object({ data: z.array(Reference).nullish() }).nullish();

const ApiPost = z.object({
  id: z.string(),
  type: z.literal("post"),
  attributes: z.object({
    title: Text,
    content: Text,
    content_json_string: Text,
    current_user_can_view: z.boolean().nullish(),
    embed: z.object({ url: Text, subject: Text, description: Text }).nullish(),
    min_cents_pledged_to_view: z.number().nullish(),
    post_file: z.object({ name: Text }).nullish(),
    published_at: Text,
  }),
  relationships: z.object({ user: One, images: Many, attachments_media: Many }),
});
const Included = z.object({
  id: z.string(),
  type: z.string(),
  attributes: z.object({ file_name: Text, full_name: Text, url: Text }).nullish(),
});
export const ApiPage = z.object({ data: z.array(z.unknown()), included: z.array(Included).nullish() });
type ApiPage = z.infer<typeof ApiPage>;

export interface MediaOfPost {
  id: string;
  /** Name given by the creator, if on the page. */
  name: string | undefined;
}
export interface PagePost {
  id: string;
  creator: { id: string; name: string; public_id: string | undefined } | undefined;
  title: string | undefined;
  /** HTML. */
  content: string | undefined;
  /** ISO 8601 with its offset. */
  published: string | undefined;
  embed: { url?: string; subject?: string; description?: string } | undefined;
  fileName: string | undefined;
  images: MediaOfPost[];
  attachments: MediaOfPost[];
  /** Price of a post that the account cannot see. */
  dollars: number | undefined;
}

/** @throws ReadError if it is not a post */
export function postOfPage(value: unknown, page: ApiPage): PagePost {
  const parsed = ApiPost.safeParse(value);
  if (!parsed.success)
    throw new ReadError(`a post is of another shape: ${parsed.error.issues[0]?.path.join(".")}`);
  const { id, attributes, relationships } = parsed.data;
  const included = (type: string, wanted: string | undefined) =>
    page.included?.find((one) => one.type === type && one.id === wanted)?.attributes;
  const media = (list: z.infer<typeof Many>) =>
    (list?.data ?? []).map((one) => ({
      id: one.id,
      name: included("media", one.id)?.file_name ?? undefined,
    }));
  const userId = relationships.user?.data?.id;
  const user = included("user", userId);
  return {
    id,
    creator:
      userId === undefined
        ? undefined
        : { id: userId, name: user?.full_name || userId, public_id: vanityOf(user?.url) },
    title: attributes.title || undefined,
    content: attributes.content || textOf(attributes.content_json_string),
    published: attributes.published_at || undefined,
    embed: embedOf(attributes.embed),
    fileName: attributes.post_file?.name || undefined,
    images: media(relationships.images),
    attachments: media(relationships.attachments_media),
    dollars:
      attributes.current_user_can_view === false
        ? (attributes.min_cents_pledged_to_view ?? 0) / 100
        : undefined,
  };
}

/** Since 2026 the text is JSON of Patreon's editor. */
function textOf(json: string | null | undefined): string | undefined {
  return json ? htmlOfTipTap(json) || undefined : undefined;
}

function embedOf(embed: z.infer<typeof ApiPost>["attributes"]["embed"]): PagePost["embed"] {
  if (!embed?.url) return undefined;
  return { url: embed.url, subject: embed.subject ?? undefined, description: embed.description ?? undefined };
}

function vanityOf(url: string | null | undefined): string | undefined {
  const path = url && URL.canParse(url) ? new URL(url).pathname : "";
  const [, name] = /^\/(?:c\/)?([^/]+)$/.exec(path) ?? [];
  return name === "user" ? undefined : name;
}
