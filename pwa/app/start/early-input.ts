/** What was done on a rendered page before React listened (public/start.js records it), done again on the same elements. */

declare global {
  /** Presses that need the app, oldest first. */
  var earlyInput: { events: Event[]; stop: () => void } | undefined;
}

type Field = HTMLInputElement | HTMLSelectElement;

/** Fields with another value than the server rendered. Read before hydration, which resets selects. */
export function typedFields(root: HTMLElement): Map<Field, string> {
  const fields = [...root.querySelectorAll<Field>("input:not([type=checkbox], [type=radio]), select")];
  return new Map(fields.filter(isChanged).map((field) => [field, field.value]));
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
  const initial = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
  return field.value !== initial?.value;
}

/** One after the other, as a person would: a press may change what the next one means. */
export async function replayEarlyInput(typed: ReadonlyMap<Field, string>): Promise<void> {
  const { events = [], stop } = globalThis.earlyInput ?? {};
  stop?.();
  for (const [field, value] of typed) {
    if (field.isConnected) enter(field, value);
  }
  for (const event of events) {
    const { target } = event;
    if (event instanceof KeyboardEvent) document.body.dispatchEvent(new KeyboardEvent(event.type, event));
    else if (target instanceof HTMLFormElement) target.requestSubmit();
    else if (target instanceof HTMLElement) target.click();
    else if (target instanceof SVGElement) target.closest<HTMLElement>("button, a, summary")?.click();
    await new Promise((done) => setTimeout(done));
  }
}

/** React takes a field's value at hydration for known, so it has to see the change from the rendered one. */
function enter(field: Field, value: string): void {
  const isInput = field instanceof HTMLInputElement;
  if (isInput) field.value = field.defaultValue;
  const { prototype } = isInput ? HTMLInputElement : HTMLSelectElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(isInput ? "input" : "change", { bubbles: true }));
}
