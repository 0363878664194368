/** The only place where third-party HTML reaches the page: sanitised once more, whatever the server did (safety P1, P4). */
import { useRouter } from "@tanstack/react-router";
import DOMPurify from "dompurify";
import { useEffect, useLayoutEffect, useRef } from "react";
import { FILE_PATH } from "#shared/rules/files.ts";
import { t } from "../i18n/index.ts";
import { previewAddress } from "../lib/addresses.ts";
import { archivedPath, isClosedDownload } from "../lib/content-links.ts";
import { savesData } from "../lib/data-saver.ts";
import { drawnHtml } from "../lib/ssr-html.ts";
import { splitLinks } from "../lib/web-links.ts";
import styles from "./Html.module.css";

const OPTIONS = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    "style",
    "form",
    "input",
    "button",
    "select",
    "textarea",
    "option",
    "dialog",
    "iframe",
    "object",
    "embed",
    "audio",
    "video",
    "source",
  ],
  FORBID_ATTR: [
    "style",
    "class",
    "id",
    "name",
    "srcset",
    "autofocus",
    "tabindex",
    "contenteditable",
    "popover",
    "popovertarget",
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

export interface HtmlProps {
  html: string;
  className?: string;
  /** Makes stored images open something; gets their path, without `/data`. */
  onImage?: (path: string) => void;
}

/** Shows HTML from a post or a comment. */
export function Html({ html, className = "", onImage }: HtmlProps) {
  const box = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const hasOpener = onImage !== undefined;
  useLayoutEffect(() => {
    const fragment = DOMPurify.sanitize(html, {
      ...OPTIONS,
      FORBID_TAGS: [...OPTIONS.FORBID_TAGS],
      FORBID_ATTR: [...OPTIONS.FORBID_ATTR],
    });
    fragment.querySelectorAll("img").forEach(settleImage);
    fragment.querySelectorAll("a[href]").forEach(settleLink);
    linkAddresses(fragment);
    if (hasOpener) fragment.querySelectorAll("img").forEach(makeOpener);
    if (savesData()) fragment.querySelectorAll("img").forEach(takePreview);
    box.current?.replaceChildren(fragment);
  }, [html, hasOpener]);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      const path = target?.closest("[data-image-path]")?.getAttribute("data-image-path");
      if (path != null) return onImage?.(path);
      const address = target?.closest("a[href]")?.getAttribute("href") ?? "";
      if (!isOurPage(address) || event.button !== 0 || hasModifier(event)) return;
      event.preventDefault();
      router.history.push(address);
    };
    const element = box.current;
    element?.addEventListener("click", onClick);
    return () => element?.removeEventListener("click", onClick);
  }, [router, onImage]);
  const props = { className: `${styles.html} ${className}`, dir: "auto" };
  // Never in a browser: there HTML comes in by the effect above alone.
  if (import.meta.env.SSR)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by pwa/ssr/html.ts, and text until it is in a page
    return <div {...props} dangerouslySetInnerHTML={{ __html: drawnHtml.clean(html) }} />;
  return <div ref={box} {...props} />;
}

/** Stored paths get their `/data` prefix; images from elsewhere would be blocked by the policy and tell others who reads, so they go. */
function settleImage(image: HTMLImageElement): void {
  const source = image.getAttribute("src") ?? "";
  if (FILE_PATH.test(source)) image.setAttribute("src", `/data${source}`);
  else if (!/^\/(data|thumbnail|inline)\//.test(source)) image.remove();
  image.loading = "lazy";
  image.decoding = "async";
  if (!image.hasAttribute("alt")) image.alt = "";
}

/** A button around a stored image; one inside a link keeps its link. */
function makeOpener(image: HTMLImageElement): void {
  const path = (image.getAttribute("src") ?? "").replace(/^\/data/, "");
  if (!FILE_PATH.test(path) || image.closest("a") !== null) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = styles.image ?? "";
  button.dataset["imagePath"] = path;
  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("aria-label", t("html.viewImage", { name: image.alt }));
  image.replaceWith(button);
  button.append(image);
}

function takePreview(image: HTMLImageElement): void {
  const path = (image.getAttribute("src") ?? "").replace(/^\/data/, "");
  if (FILE_PATH.test(path)) image.src = previewAddress(path, 800);
}

function settleLink(link: Element): void {
  const address = link.getAttribute("href") ?? "";
  link.removeAttribute("target");
  if (isClosedDownload(address)) {
    link.replaceWith(...link.childNodes);
    return;
  }
  const archived = archivedPath(address);
  if (archived !== undefined) {
    link.setAttribute("href", archived);
    link.removeAttribute("rel");
    return;
  }
  if (address.startsWith("/") && !address.startsWith("//")) return;
  link.setAttribute("rel", "noopener noreferrer nofollow");
  link.setAttribute("target", "_blank");
}

/** Addresses that are only written become links like all others (wishes C14). */
function linkAddresses(fragment: DocumentFragment): void {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode);
  for (const text of texts) {
    const words = text.textContent ?? "";
    if (!words.includes("://") || text.parentElement?.closest("a") != null) continue;
    const parts = splitLinks(words).map((part) => (part.href === undefined ? part.text : linkTo(part.href)));
    (text as Text).replaceWith(...parts);
  }
}

function linkTo(address: string): Node | string {
  if (isClosedDownload(address)) return address;
  const link = document.createElement("a");
  link.href = address;
  link.textContent = address;
  settleLink(link);
  return link;
}

/** Addresses of the app, which it opens by itself; the others are files. */
function isOurPage(address: string): boolean {
  return /^\/(?!\/)/.test(address) && !/^\/(api|data|thumbnail|inline|icons|banners)\//.test(address);
}

function hasModifier(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}
