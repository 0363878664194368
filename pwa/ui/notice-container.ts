/** Element at the bottom of the window that contains the notices (Notice.tsx). */
import { createStore } from "../lib/create-store.ts";
import styles from "./Notice.module.css";
import { noticeHeight } from "./notice-height.ts";

export const noticeContainer = createStore<HTMLElement | undefined>(undefined);
/** True while the container is inside a modal dialog, because everything outside of one is inert. */
export const isInDialog = createStore(false);

const GAP = 8;

/** Empty at first, because a live region must exist before its text. @returns removes it */
export function mountNoticeContainer(): () => void {
  const container = document.createElement("div");
  container.className = styles.container ?? "";
  container.role = "status";
  const ends = [followDialogs(container), avoidLoadMore(container)];
  noticeContainer.set(container);
  return () => {
    for (const end of ends) end();
    noticeContainer.set(undefined);
    container.remove();
  };
}

/** Moves the container into the last opened modal dialog, or back to the page. */
function followDialogs(container: HTMLElement): () => void {
  let open: Element[] = [];
  const follow = () => {
    const found = [...document.querySelectorAll("dialog:modal")];
    const opened = found.filter((dialog) => !open.includes(dialog));
    open = [...open.filter((dialog) => found.includes(dialog)), ...opened];
    const host = open.at(-1) ?? document.body;
    if (container.parentElement !== host) host.append(container);
    isInDialog.set(host !== document.body);
  };
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { subtree: true, attributeFilter: ["open"] });
  follow();
  return () => observer.disconnect();
}

/** Publishes the height, so that the page can scroll above it, and marks the container while it covers "Load more". */
function avoidLoadMore(container: HTMLElement): () => void {
  const update = () => {
    const { offsetTop: top, offsetHeight: height } = container; // without the translation
    const more = isInDialog.get() || height === 0 ? null : document.querySelector("[data-load-more]");
    const box = more?.getBoundingClientRect();
    const isOver = box !== undefined && box.bottom + GAP > top && box.top - GAP < top + height;
    container.toggleAttribute("data-over", isOver);
    container.style.setProperty("--lift", isOver ? `${top + height + GAP - box.top}px` : "0px");
  };
  const observer = new ResizeObserver(() => {
    update();
    // The space for it makes the page taller, which must not happen while sizes are observed.
    requestAnimationFrame(() => noticeHeight.set(container.isConnected ? container.offsetHeight : 0));
  });
  observer.observe(container);
  observer.observe(document.body); // fires when the list grows
  addEventListener("scroll", update, { passive: true });
  return () => {
    observer.disconnect();
    removeEventListener("scroll", update);
    noticeHeight.set(0);
  };
}
