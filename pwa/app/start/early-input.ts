/**
 * Replays input on a server-rendered page from before hydration, on the same elements (public/start.js records clicks).
 */

declare global {
  /** Clicks that need the app, oldest first. */
  var earlyInput: { events: Event[]; stop: () => void } | undefined;
}

type Field = HTMLInputElement | HTMLSelectElement;

const FIELDS = "input:not([type=checkbox], [type=radio]), select";

/** Values of fields, and a function that stops recording. */
interface RecordedFields {
  values: ReadonlyMap<Field, string>;
  stop: () => void;
}

/** Records fields that differ from the rendered page, and later changes: hydration resets selects. */
export function recordFields(root: HTMLElement): RecordedFields {
  const changed = [...root.querySelectorAll<Field>(FIELDS)].filter(isChanged);
  const values = new Map(changed.map((field) => [field, field.value]));
  const record = ({ target }: Event) => {
    if (target instanceof HTMLElement && target.matches(FIELDS))
      values.set(target as Field, (target as Field).value);
  };
  root.addEventListener("input", record, true);
  return { values, stop: () => root.removeEventListener("input", record, true) };
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
  const initial = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
  return field.value !== initial?.value;
}

/** Replays events sequentially, as each may change the effect of the next. */
export async function replayEarlyInput(fields: RecordedFields): Promise<void> {
  const { events = [], stop } = globalThis.earlyInput ?? {};
  stop?.();
  fields.stop();
  for (const [field, value] of fields.values) {
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

/** Resets the rendered value first: React ignores an event that does not change the value it read at hydration. */
function enter(field: Field, value: string): void {
  const isInput = field instanceof HTMLInputElement;
  if (isInput) field.value = field.defaultValue;
  const { prototype } = isInput ? HTMLInputElement : HTMLSelectElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(isInput ? "input" : "change", { bubbles: true }));
}
