/** The only place where third-party HTML enters the page. */
import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { imageAddress, linkAttributes } from "#shared/rules/content-links.ts";
import { FILE_PATH } from "#shared/rules/files.ts";
import { t } from "../i18n/index.ts";
import { previewAddress } from "../lib/addresses.ts";
import { cleanHtml, emptyHtml } from "../lib/clean-html.ts";
import { savesData } from "../lib/data-saver.ts";
import { sanitizer } from "../lib/ssr-html.ts";
import { splitLinks } from "../lib/web-links.ts";
import styles from "./Html.module.css";
import { PartBoundary } from "./PartBoundary.tsx";

/** Trusted, as the policy requires. */
const NOTHING = import.meta.env.SSR ? "" : emptyHtml();

export interface HtmlProps {
  html: string;
  className?: string;
  /** Makes stored images clickable; receives their path, without `/data`. */
  onImage?: (path: string) => void;
}

/** Renders HTML of a post or a comment. */
export function Html(props: HtmlProps) {
  return (
    <PartBoundary>
      <CleanHtml {...props} />
    </PartBoundary>
  );
}

function CleanHtml({ html, className = "", onImage }: HtmlProps) {
  const box = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const hasOpener = onImage !== undefined;
  useLayoutEffect(() => {
    const fragment = cleanHtml(html);
    fragment.querySelectorAll("img").forEach(rewriteImage);
    fragment.querySelectorAll("a").forEach(rewriteLink);
    linkAddresses(fragment);
    if (hasOpener) fragment.querySelectorAll("img").forEach(makeOpener);
    if (savesData()) fragment.querySelectorAll("img").forEach(replaceWithPreview);
    if (box.current !== null && !hasSameContent(box.current, fragment)) box.current.replaceChildren(fragment);
  }, [html, hasOpener]);
  // Also in a layout effect, as links may be pressed as soon as they are shown.
  useLayoutEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      const path = target?.closest("[data-image-path]")?.getAttribute("data-image-path");
      if (path != null) return onImage?.(path);
      const address = target?.closest("a[href]")?.getAttribute("href") ?? "";
      if (!isAppPage(address) || event.button !== 0 || hasModifier(event)) return;
      event.preventDefault();
      router.history.push(address);
    };
    const element = box.current;
    element?.addEventListener("click", onClick);
    return () => element?.removeEventListener("click", onClick);
  }, [router, onImage]);
  // Always empty in the browser: the effect above inserts the HTML, and hydration keeps the server's markup.
  const content = import.meta.env.SSR ? sanitizer.clean(html) : NOTHING;
  return (
    <div
      ref={box}
      className={`${styles.html} ${className}`}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: on the server cleaned by pwa/ssr/html.ts
      dangerouslySetInnerHTML={{ __html: content }}
    />
  );
}

/** Keeps the server's markup if it is identical. */
function hasSameContent(one: Node, other: Node): boolean {
  const nodes = [...one.childNodes];
  const otherNodes = other.childNodes;
  return (
    nodes.length === otherNodes.length && nodes.every((node, at) => node.isEqualNode(otherNodes[at] ?? null))
  );
}

/** Removes external images, which the content security policy would block. */
function rewriteImage(image: HTMLImageElement): void {
  const address = imageAddress(image.getAttribute("src") ?? "");
  if (address === undefined) {
    image.remove();
    return;
  }
  image.setAttribute("src", address);
  image.loading = "lazy";
  image.decoding = "async";
  if (!image.hasAttribute("alt")) image.alt = "";
}

/** Wraps a stored image in a button; an image inside a link keeps its link. */
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

function replaceWithPreview(image: HTMLImageElement): void {
  const path = (image.getAttribute("src") ?? "").replace(/^\/data/, "");
  if (FILE_PATH.test(path)) image.src = previewAddress(path, 800);
}

function rewriteLink(link: HTMLAnchorElement): void {
  const attributes = linkAttributes(link.getAttribute("href") ?? "");
  if (attributes["href"] === undefined) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.removeAttribute("rel");
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
}

/** Turns addresses in plain text into links. */
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
  const attributes = linkAttributes(address);
  if (attributes["href"] === undefined) return address;
  const link = document.createElement("a");
  link.textContent = address;
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  return link;
}

/** True for pages of the app, which the router opens; other paths are files. */
function isAppPage(address: string): boolean {
  return /^\/(?!\/)/.test(address) && !/^\/(api|data|thumbnail|inline|icons|banners)\//.test(address);
}

function hasModifier(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}
