/** Site settings, validated and written into the page by the server (shared/rules/site.ts). */
import type { Site } from "#shared/rules/site.ts";
import { pageMeta } from "./page-meta.ts";

/** Empty in development, where another server sends the page. */
export function site(): Site {
  try {
    return JSON.parse(pageMeta("site")) as Site;
  } catch {
    return { access: "open", community: [], ads: [], hidden: [], login: { password: true, providers: [] } };
  }
}

/** Address without its scheme, for display. */
export function withoutScheme(href: string): string {
  return href.replace(/^(mailto:|https?:\/\/)/, "");
}
