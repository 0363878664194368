/** Site settings; the server writes them into the page, validated (shared/rules/site.ts). */
import type { Site } from "#shared/rules/site.ts";
import { pageMeta } from "./page-meta.ts";

/** Nothing in development, where the page comes from elsewhere. */
export function site(): Site {
  try {
    return JSON.parse(pageMeta("site")) as Site;
  } catch {
    return { community: [], ads: [], hidden: [] };
  }
}

/** An address as people read it. */
export function withoutScheme(href: string): string {
  return href.replace(/^(mailto:|https?:\/\/)/, "");
}
