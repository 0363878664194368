/** What a visitor has begun on the screen that the server drew goes on in the app's, which is made of the same elements. */

declare global {
  /** What was pressed on it that needs the app, oldest first (public/theme.js). */
  var begun: (Begun[] & { end(): void }) | undefined;
}

interface Begun {
  target: Element;
  event: Event;
}

/**
 * @param root what the app is rendered into
 * @param drawn the screen in it that the app replaces
 * @param taken called when the app has the page, before it is told what was pressed
 */
export function handOver(root: HTMLElement, drawn: HTMLElement, taken: () => void): void {
  let focused: EventTarget | null = document.activeElement;
  drawn.addEventListener("focusin", ({ target }) => {
    focused = target;
  });
  let place = scrollY;
  const note = () => {
    if (drawn.isConnected) place = scrollY;
  };
  addEventListener("scroll", note);
  const observer = new MutationObserver(() => {
    if (drawn.isConnected) return;
    observer.disconnect();
    for (const field of drawn.querySelectorAll("input, select")) carry(field, twinOf(field, drawn, root));
    if (focused instanceof Element && drawn.contains(focused)) {
      const twin = twinOf(focused, drawn, root);
      if (twin instanceof HTMLElement) twin.focus({ preventScroll: true });
    }
    const act = () => {
      if (document.documentElement.dataset["app"] === undefined) return void setTimeout(act, 10); // its effects are to come
      removeEventListener("scroll", note);
      if (place > 0) scrollTo(0, place); // the router begins a page at its top
      taken();
      void repeat(drawn, root);
    };
    act();
  });
  observer.observe(root, { childList: true });
}

/** One after the other, as one would: what is pressed may change what the next one means. */
async function repeat(drawn: HTMLElement, root: HTMLElement): Promise<void> {
  const { begun } = globalThis;
  begun?.end();
  for (const { target, event } of begun ?? []) {
    if (event instanceof KeyboardEvent) {
      document.body.dispatchEvent(new KeyboardEvent(event.type, event));
      continue;
    }
    await new Promise((done) => setTimeout(done, 100));
    const twin = twinOf(target, drawn, root);
    if (twin instanceof HTMLFormElement) twin.requestSubmit();
    else if (twin instanceof HTMLElement) twin.click();
  }
}

/** The element at the same place below another root. */
function twinOf(element: Element, from: Element, to: Element): Element | undefined {
  const parent = element.parentElement;
  if (element === from || parent === null) return to;
  const at = [...parent.children].indexOf(element);
  const twin = twinOf(parent, from, to)?.children[at];
  return twin?.tagName === element.tagName ? twin : undefined;
}

/** As if it was typed or chosen: React does not see a new value alone. */
function carry(from: Element, to: Element | undefined): void {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.value === from.defaultValue) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(to, from.value);
    to.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (
    from instanceof HTMLSelectElement &&
    to instanceof HTMLSelectElement &&
    from.value !== to.value
  ) {
    to.value = from.value;
    to.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
