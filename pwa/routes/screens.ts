/** Screens of which the first load has the addresses alone. */
import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";
import type { ScreenModule, ScreensOf } from "./screens.lazy.ts";

/** Of any of them; each screen reads its own. */
interface Search {
  address?: string | undefined;
  at?: string | undefined;
  collection?: string | undefined;
  invitation?: string | undefined;
  location?: string | undefined;
  name?: string | undefined;
  o?: string | undefined;
  order?: string | undefined;
  q?: string | undefined;
  role?: string | undefined;
  saved?: string | undefined;
  service?: string | undefined;
  sort_by?: string | undefined;
  state?: string | undefined;
  status?: string | undefined;
  tag?: string[] | undefined;
  user?: string | undefined;
}

const getParentRoute = () => rootRoute;
const validateSearch = (raw: Record<string, unknown>): Search => raw;

const screen = <const P extends string, M extends ScreenModule>(path: P & keyof ScreensOf<M>, module: M) =>
  createRoute({ getParentRoute, path, validateSearch }).lazy(async () =>
    (await import("./screens.lazy.ts")).screenAt(path, module),
  );

const screens = <M extends ScreenModule, const T extends readonly (keyof ScreensOf<M> & string)[]>(
  module: M,
  paths: T,
) =>
  paths.map((path) => screen<string, ScreenModule>(path as never, module)) as unknown as {
    [I in keyof T]: ReturnType<typeof screen<T[I] & string, M>>;
  };

export const screenRoutes = [
  ...screens("authentication", [
    "/authentication/login",
    "/authentication/register",
    "/authentication/recover",
    "/authentication/logout",
    "/authentication/setup",
  ]),
  ...screens("ownAccount", [
    "/account",
    "/account/change_password",
    "/account/change_username",
    "/account/data",
    "/account/notifications",
    "/account/passkeys",
    "/account/recovery_codes",
    "/account/review_dms",
    "/account/sessions",
    "/account/sync",
  ]),
  ...screens("importer", [
    "/account/keys",
    "/account/administrator/imports",
    "/importer",
    "/importer/status/$import",
  ]),
  ...screens("favorites", [
    "/favorites",
    "/account/favorites",
    "/account/favorites/artists",
    "/account/favorites/new",
    "/account/favorites/posts",
    "/account/favorites/export",
  ]),
  ...screens("administration", [
    "/account/administrator/accounts",
    "/account/administrator/accounts/$page",
    "/account/administrator/account/$account",
    "/account/administrator/audit",
    "/account/administrator/takedowns",
  ]),
  ...screens("moderation", [
    "/account/moderator/actions",
    "/account/moderator/flags",
    "/account/moderator/flags/$flag",
    "/account/moderator/takedown_requests",
    "/account/moderator/tasks/creator_links",
  ]),
  ...screens("downloads", ["/account/administrator/downloads", "/account/administrator/downloads/$download"]),
  ...screens("redirects", ["/artists/random", "/posts/random", "/$service/post/{-$post}"]),
  ...screens("updated", ["/artists/updated"]),
  ...screens("tags", ["/posts/tags"]),
  ...screens("shares", ["/shares", "/share/{-$id}"]),
  ...screens("file", ["/file/{-$hash}"]),
  ...screens("settings", ["/settings"]),
  ...screens("read", ["/read"]),
  ...screens("reference", ["/documentation/api"]),
  ...screens("staticPages", [
    "/2257",
    "/contact",
    "/dmca",
    "/dmca/status",
    "/gumroad-and-co",
    "/matrix",
    "/importer/tutorial",
    "/importer/tutorial_fanbox",
  ]),
  ...screens("collections", ["/collections", "/collections/$collection"]),
  ...screens("uploads", ["/posts/upload", "/account/posts/upload", "/account/moderator/tasks/uploads"]),
] as const;
