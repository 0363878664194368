/** Which module has the screen of an address. */
import { createLazyRoute } from "@tanstack/react-router";

const MODULES = {
  administration: () => import("./administration.lazy.tsx"),
  authentication: () => import("./authentication.lazy.tsx"),
  collections: () => import("./collections.lazy.tsx"),
  downloads: () => import("./downloads.lazy.tsx"),
  file: () => import("./file.lazy.tsx"),
  favorites: () => import("./favorites.lazy.tsx"),
  importer: () => import("./importer.lazy.tsx"),
  moderation: () => import("./moderation.lazy.tsx"),
  ownAccount: () => import("./own-account.lazy.tsx"),
  read: () => import("./read.lazy.tsx"),
  redirects: () => import("./redirects.lazy.tsx"),
  reference: () => import("./reference.lazy.tsx"),
  settings: () => import("./settings.lazy.tsx"),
  shares: () => import("./shares.lazy.tsx"),
  staticPages: () => import("./static-pages.lazy.tsx"),
  tags: () => import("./tags.lazy.tsx"),
  updated: () => import("./updated.lazy.tsx"),
  uploads: () => import("./uploads.lazy.tsx"),
};
type Modules = typeof MODULES;
export type ScreenModule = keyof Modules;
export type ScreensOf<M extends ScreenModule> = Awaited<ReturnType<Modules[M]>>["screens"];

/** @param path of a route in `screens.ts`, whose screen the module has */
export async function screenAt<M extends ScreenModule>(path: string, module: M) {
  const { screens }: { screens: Record<string, () => React.ReactNode> } = await MODULES[module]();
  return createLazyRoute(path as "/account")({ component: screens[path] });
}
