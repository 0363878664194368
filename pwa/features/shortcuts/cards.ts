/** Walks through what a page lists, card by card. */

const CARDS = "main li > article, main li[aria-posinset], main [data-card]";
/** What a card is opened with: the link that holds its name. */
const NAME = ":is(h2, h3) a[href], a[href]:has(h2, h3)";
const AFTER = "main [data-load-more], main [data-step=next]";

/** Focuses the card after or before the focused one; without one, the first in view. */
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

/** The images of a post in the viewer, from the first or the focused one. */
export function openGallery(): void {
  const image = document.activeElement?.closest<HTMLElement>("[data-image-path]");
  (image ?? document.querySelector<HTMLElement>("main [data-image-path]"))?.click();
}

function firstInView(cards: HTMLElement[], by: 1 | -1): HTMLElement | undefined {
  const top = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
  const isInView = (card: HTMLElement) => {
    const box = card.getBoundingClientRect();
    return box.bottom > top + 8 && box.top < innerHeight;
  };
  return by === 1 ? cards.find(isInView) : cards.findLast(isInView);
}
