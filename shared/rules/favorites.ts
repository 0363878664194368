/** Messages about favorites, and the file they are exported to and imported from. */
import { z } from "zod/mini";

export const UNKNOWN_SORT = "Unknown sort by value";
export const INVALID_SORT = "Invalid sort by value";
export const INVALID_ORDER = "Invalid order value";
export const INVALID_FAVORITES = "The list of favorites is not valid.";
/** Maximum of each kind per import. */
export const MAX_IMPORTED = 10_000;

const Key = z.string(INVALID_FAVORITES).check(z.regex(/^[^\0]{1,200}$/, INVALID_FAVORITES));

/** `favorites.json`; extra fields from other archives are ignored. */
export const FavoritesFile = z.object(
  {
    artists: z._default(
      z
        .array(z.object({ service: Key, id: Key }, INVALID_FAVORITES), INVALID_FAVORITES)
        .check(z.maxLength(MAX_IMPORTED, `At most ${MAX_IMPORTED} favorites at once.`)),
      [],
    ),
    posts: z._default(
      z
        .array(z.object({ service: Key, user: Key, id: Key }, INVALID_FAVORITES), INVALID_FAVORITES)
        .check(z.maxLength(MAX_IMPORTED, `At most ${MAX_IMPORTED} favorites at once.`)),
      [],
    ),
  },
  INVALID_FAVORITES,
);
export type FavoritesFile = z.infer<typeof FavoritesFile>;

const RegisteredFavorites = z
  .array(z.object({ service: Key, artist_id: Key }))
  .check(z.maxLength(MAX_IMPORTED));

/** Registration field `favorites_json`: JSON text of a list of creators; empty for none. */
export const FavoritesJson = z
  .pipe(
    z.optional(z.string(INVALID_FAVORITES)),
    z.transform((text, context): z.infer<typeof RegisteredFavorites> => {
      if (text === undefined || text.trim() === "") return [];
      const parsed = RegisteredFavorites.safeParse(jsonOf(text));
      if (parsed.success) return parsed.data;
      context.issues.push({ code: "custom", message: INVALID_FAVORITES, input: text });
      return z.NEVER;
    }),
  )
  .register(z.globalRegistry, {
    type: "string",
    description: 'JSON text of a list of creators to favorite: `[{"service":"…","artist_id":"…"}]`.',
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
