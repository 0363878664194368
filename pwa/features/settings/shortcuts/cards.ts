/** Card navigation by keyboard, and the post that shortcuts apply to. */
import { t } from "../../../i18n/index.ts";
import { type PostAddress, postOfAddress } from "../../../lib/post-address.ts";
import { flash } from "../../../lib/toast.ts";

const CARDS = "main li > article, main li[aria-posinset], main [data-card]";
/** Selector of the link that opens a card, in its title. */
const NAME = ":is(h2, h3) a[href], a[href]:has(h2, h3)";
const IMAGE = "[data-image-path]";
const AFTER = "main [data-load-more], main [data-step=next]";

/** Focuses the next or previous card; initially the first in view. */
export function moveCard(by: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>(CARDS)].filter(
    (card) => card.getClientRects().length > 0,
  );
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  if (at === cards.length - 1 && at >= 0 && by === 1) {
    document.querySelector<HTMLElement>(AFTER)?.focus();
    return;
  }
  const card = at < 0 ? firstInView(cards, by) : cards[at + by];
  if (card === undefined) return;
  const target =
    card.querySelector<HTMLElement>(NAME) ?? card.querySelector<HTMLElement>(":scope > a[href]") ?? card;
  if (target === card) card.tabIndex = -1;
  target.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

/** Post of the focused card, or of the current page. */
export function postHere(): { address: PostAddress; title: string } | undefined {
  const card = focusedCard();
  return card ?? pageOf();
}

/**
 * Opens the images of the post in view, starting at the focused or first one.
 * @returns the post of a focused card, whose images the caller opens
 */
export function openGallery(): PostAddress | undefined {
  const card = focusedCard();
  if (card !== undefined) return card.address;
  const image =
    document.activeElement?.closest<HTMLElement>(IMAGE) ??
    document.querySelector<HTMLElement>(`main ${IMAGE}`);
  if (image !== null) image.click();
  else flash({ text: t(pageOf() === undefined ? "shortcuts.noPost" : "shortcuts.noImages") });
  return undefined;
}

function focusedCard(): { address: PostAddress; title: string } | undefined {
  const card = document.activeElement?.closest<HTMLElement>(CARDS);
  const link =
    card?.querySelector<HTMLAnchorElement>(NAME) ?? card?.querySelector<HTMLAnchorElement>("a[href]");
  const address = link == null ? undefined : postOfAddress(link.pathname);
  return address === undefined
    ? undefined
    : { address, title: card?.querySelector("h2, h3")?.textContent.trim() ?? "" };
}

function pageOf(): { address: PostAddress; title: string } | undefined {
  const address = postOfAddress(location.pathname);
  return address === undefined
    ? undefined
    : { address, title: document.querySelector("h1")?.textContent.trim() ?? "" };
}

function firstInView(cards: HTMLElement[], by: 1 | -1): HTMLElement | undefined {
  const top = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
  const isInView = (card: HTMLElement) => {
    const box = card.getBoundingClientRect();
    return box.bottom > top + 8 && box.top < innerHeight;
  };
  return by === 1 ? cards.find(isInView) : cards.findLast(isInView);
}
