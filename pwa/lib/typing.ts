/** Whether a field holds what somebody has typed and not sent: such a page is never loaded anew by itself. */

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
  return typedIn?.isConnected === true && typedIn.value !== "";
}
