/** Whether a field holds unsent text or waits for some: such a page is never reloaded automatically. */

type Field = Element & { value?: unknown };

let typedIn: Field | undefined;

/** Called once, at the start. */
export function watchTyping(): void {
  const note = ({ type, target }: Event) => {
    typedIn = type === "input" && target instanceof Element ? target : undefined;
  };
  addEventListener("input", note, true);
  addEventListener("submit", note, true);
}

export function holdsTyping(): boolean {
  if (typedIn?.isConnected === true && typedIn.value !== "") return true;
  return document.activeElement?.matches("input, textarea") === true;
}
