/** Responses of Patreon's API (JSON:API) saved by patreon-dl: posts, products and campaigns with the resources they refer to. */
import { z } from "zod";
import { htmlOfTipTap } from "./lib/tiptap.ts";

/** Text; unexpected values count as absent. */
const Text = z.string().nullish().catch(undefined);
const Reference = z.object({ data: z.object({ id: z.string() }).nullish() }).nullish();
const References = z.object({ data: z.array(z.object({ id: z.string() })).nullish() }).nullish();
const Resource = z.object({
  id: z.string(),
  type: z.string(),
  attributes: z.looseObject({}).default({}),
  relationships: z
    .object({
      user: Reference,
      creator: Reference,
      campaign: Reference,
      images: References,
      user_defined_tags: References,
    })
    .partial()
    .default({}),
});
type Resource = z.infer<typeof Resource>;

const PostAttributes = z.object({
  title: Text,
  content: Text,
  content_json_string: Text,
  current_user_can_view: z.boolean().nullish().catch(undefined),
  embed: z.object({ url: Text, subject: Text, description: Text }).nullish().catch(null),
  published_at: Text,
  edited_at: Text,
  min_cents_pledged_to_view: z.number().nullish().catch(undefined),
});
const ProductAttributes = z.object({ name: Text, description: Text, published_at_datetime: Text });
const UserAttributes = z.object({ full_name: Text, vanity: Text });

/** One response: the requested resources and those they refer to. */
export class Answer {
  readonly asked: readonly Resource[];
  readonly #included: readonly Resource[];

  /** Skips values that are not resources. */
  constructor(json: unknown) {
    const { data, included } = z
      .object({ data: z.unknown(), included: z.unknown() })
      .partial()
      .catch({})
      .parse(json);
    this.asked = resources(Array.isArray(data) ? data : [data]);
    this.#included = resources(Array.isArray(included) ? included : []);
  }

  /** Finds a resource; a response may contain other posts as well. */
  one(type: string, id?: string): Resource | undefined {
    const all = this.asked.filter((one) => one.type === type);
    return all.find((one) => one.id === id) ?? (all.length === 1 ? all[0] : undefined);
  }

  included(type: string, id: string | undefined): Resource | undefined {
    return this.#included.find((one) => one.type === type && one.id === id);
  }

  creatorOf({ type, relationships }: Resource): PatreonCreator | undefined {
    const campaign = this.included("campaign", relationships.campaign?.data?.id);
    const owner =
      type === "campaign" ? relationships.creator : (relationships.user ?? campaign?.relationships.creator);
    const id = owner?.data?.id;
    if (id === undefined) return undefined;
    const user = UserAttributes.safeParse(this.included("user", id)?.attributes).data;
    return { id, name: user?.full_name || id, public_id: user?.vanity || undefined };
  }

  tagsOf({ relationships }: Resource): string[] {
    const values = (relationships.user_defined_tags?.data ?? []).map(
      ({ id }) => this.included("post_tag", id)?.attributes["value"],
    );
    return values.filter((value) => typeof value === "string");
  }

  /** Original names of pictures, in the order of the post. */
  imageNamesOf({ relationships }: Resource): string[] {
    const names = (relationships.images?.data ?? []).map(
      ({ id }) => this.included("media", id)?.attributes["file_name"],
    );
    return names.filter((name) => typeof name === "string");
  }
}

export interface PatreonCreator {
  id: string;
  name: string;
  public_id: string | undefined;
}

function resources(values: unknown[]): Resource[] {
  return values.flatMap((value) => Resource.safeParse(value).data ?? []);
}

export function postAttributes(post: Resource): z.infer<typeof PostAttributes> {
  return PostAttributes.parse(post.attributes);
}
export function productAttributes(product: Resource): z.infer<typeof ProductAttributes> {
  return ProductAttributes.parse(product.attributes);
}

/**
 * HTML; since 2026 Patreon sends null and the JSON of its editor.
 * @throws ReadError if the JSON is invalid
 */
export function contentOf(attributes: {
  content?: string | null;
  content_json_string?: string | null;
}): string | undefined {
  const { content, content_json_string: json } = attributes;
  return content || (json ? htmlOfTipTap(json) : "") || undefined;
}

export function embedOf(
  embed: { url?: string | null; subject?: string | null; description?: string | null } | null | undefined,
): { url: string; subject?: string; description?: string } | undefined {
  if (!embed?.url) return undefined;
  return { url: embed.url, subject: embed.subject ?? undefined, description: embed.description ?? undefined };
}

/** Price of a post the account cannot see; its number of files is unknown. */
export function lockedBehind(cents: number | null | undefined) {
  return { price: (cents ?? 0) / 100, media_count: 0, photo_count: 0, video_count: 0 };
}

/** Prefixed, since products and shares of other sources share one id namespace. */
export const shareId = (product: string) => `patreon-${product}`;
