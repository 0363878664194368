/** Tracks whether a field has unsent input or focus: such a page is never reloaded automatically. */

type Field = Element & { value?: unknown };

let typedIn: Field | undefined;

/** Call once at startup. */
export function watchTyping(): void {
  const note = ({ type, target }: Event) => {
    typedIn = type === "input" && target instanceof Element ? target : undefined;
  };
  addEventListener("input", note, true);
  addEventListener("submit", note, true);
}

export function hasUnsentInput(): boolean {
  if (typedIn?.isConnected === true && typedIn.value !== "") return true;
  return document.activeElement?.matches("input, textarea") === true;
}
