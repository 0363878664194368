/** Focus after a navigation: the page's heading when going on, the link one came from when going back (wishes C7). */
import type { AnyRouter } from "@tanstack/react-router";

/** Last link followed on each history entry, by the entry's key. */
const followed = new Map<string, string>();

export function restoreFocus(router: AnyRouter): void {
  let isBack = false;
  router.history.subscribe(({ action }: { action: { type: string } }) => {
    isBack = action.type === "BACK" || action.type === "GO";
  });
  const remember = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const key = router.history.location.state.__TSR_key;
    if (link !== null && key !== undefined) followed.set(key, link.getAttribute("href") ?? "");
  };
  document.addEventListener("click", remember, { capture: true }); // before the link itself navigates
  router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return;
    const href = isBack ? followed.get(toLocation.state.__TSR_key ?? "") : undefined;
    const link =
      href === undefined ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);
    (link ?? document.querySelector<HTMLElement>("[data-page-heading]"))?.focus({ preventScroll: true });
  });
}
