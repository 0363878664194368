/** The only place where third-party HTML reaches the page: sanitised once more, whatever the server did (safety P1, P4). */
import DOMPurify from "dompurify";
import { useLayoutEffect, useRef } from "react";
import { FILE_PATH } from "#shared/rules/files.ts";
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

/** Shows HTML from a post or a comment. */
export function Html({ html, className = "" }: { html: string; className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = DOMPurify.sanitize(html, {
      ...OPTIONS,
      FORBID_TAGS: [...OPTIONS.FORBID_TAGS],
      FORBID_ATTR: [...OPTIONS.FORBID_ATTR],
    });
    fragment.querySelectorAll("img").forEach(settleImage);
    fragment.querySelectorAll("a[href]").forEach(settleLink);
    box.current?.replaceChildren(fragment);
  }, [html]);
  return <div ref={box} className={`${styles.html} ${className}`} dir="auto" />;
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

function settleLink(link: Element): void {
  const address = link.getAttribute("href") ?? "";
  link.removeAttribute("target");
  if (address.startsWith("/") && !address.startsWith("//")) return;
  link.setAttribute("rel", "noopener noreferrer nofollow");
  link.setAttribute("target", "_blank");
}
