/** Rewrites links and images in the HTML of posts and comments for the app and for feeds. */

import { SERVICES, serviceInfo } from "../services/index.ts";
import { type Address, linkedPost } from "../services/service-links.ts";
import { EXTERNAL_REL, isAllowedImage, isAllowedLink, isInternalPath } from "./allowed-html.ts";
import { FILE_PATH } from "./files.ts";

/** In browsers, workers and Node alike; types of the platform are not part of this package. */
declare const URL: { parse(address: string): Address | null };

/** Attributes of a link; {} removes the link and keeps its text. */
export function linkAttributes(written: string): Record<string, string> {
  const href = written.trim();
  if (!isAllowedLink(href) || isSubscriberDownload(href)) return {};
  if (isInternalPath(href)) return { href };
  const archived = archivedPath(href);
  return archived === undefined ? { href, rel: EXTERNAL_REL, target: "_blank" } : { href: archived };
}

/** Address of an image; undefined: not allowed. */
export function imageAddress(source: string): string | undefined {
  if (!isAllowedImage(source)) return undefined;
  return FILE_PATH.test(source) ? `/data${source}` : source;
}

/** Path of the archived post, for links to services with `rewritesLinks`. */
function archivedPath(address: string): string | undefined {
  const url = URL.parse(address);
  const linked = url === null ? undefined : linkedPost(url);
  if (linked === undefined || !serviceInfo(linked.service).rewritesLinks) return undefined;
  return `/${linked.service}/post/${linked.post}`;
}

/** Downloads that only subscribers of the service can open. */
function isSubscriberDownload(address: string): boolean {
  const host = URL.parse(address)?.hostname;
  return host !== undefined && SERVICES.some((service) => serviceInfo(service).closedHost === host);
}
