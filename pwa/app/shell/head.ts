/** Updates canonical address, feeds and description in the document head on navigation. */
import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { isService, serviceInfo } from "#shared/services/index.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { profileQuery } from "../../features/browse/profile-api.ts";
import { postQuery } from "../../features/post/api.ts";
import { t } from "../../i18n/index.ts";
import { postOfAddress } from "../../lib/post-address.ts";
import { beginning, canonicalPath, feedLinks } from "./head-rules.ts";

const CREATOR = /^\/([^/]+)\/user\/([^/]+)/;

/** @returns stop */
export function describePages(router: AnyRouter, client: QueryClient): () => void {
  const link = document.head.appendChild(document.createElement("link"));
  link.rel = "canonical";
  const update = () => {
    const { pathname, searchStr } = router.state.location;
    link.href = location.origin + canonicalPath(pathname, searchStr);
    showFeeds(pathname, searchStr);
    document.querySelector('meta[name="description"]')?.setAttribute("content", describe(pathname, client));
  };
  update();
  // A page sets its title once loaded; its description is available then too.
  const named = new MutationObserver(update);
  named.observe(document.head, { childList: true, characterData: true, subtree: true });
  const end = router.subscribe("onResolved", update);
  return () => {
    end();
    named.disconnect();
    link.remove();
  };
}

/** Skips links that are present already, for example from the server. */
function showFeeds(pathname: string, search: string): void {
  const present = [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=alternate]")];
  const feeds = feedLinks(pathname, search);
  const isSame =
    present.length === feeds.length &&
    feeds.every(({ href }, at) => present[at]?.getAttribute("href") === href);
  if (isSame) return;
  for (const link of present) link.remove();
  for (const { href, type } of feeds) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "alternate", type, href });
    document.head.append(link);
  }
}

function describe(pathname: string, client: QueryClient): string {
  const post = postOfAddress(pathname);
  const content =
    post === undefined ? undefined : client.getQueryData(postQuery(post).queryKey)?.post.content;
  const text = plainText(content ?? "");
  if (text !== "") return beginning(text);
  const creator = post ?? creatorOfPost(pathname);
  const profile = creator === undefined ? undefined : client.getQueryData(profileQuery(creator).queryKey);
  if (profile !== undefined && isService(profile.service))
    return t("head.creator", {
      name: profile.name,
      service: serviceInfo(profile.service).title,
      count: profile.post_count,
    });
  const heading = document.querySelector("h1")?.textContent.trim() ?? "";
  return pathname === "/" || heading === "" ? t("head.site") : t("head.page", { heading });
}

function creatorOfPost(pathname: string): { service: string; id: string } | undefined {
  const [, service, id] = CREATOR.exec(pathname) ?? [];
  if (service === undefined || id === undefined) return undefined;
  try {
    return { service, id: decodeURIComponent(id) };
  } catch {
    return undefined; // malformed percent-encoding
  }
}
