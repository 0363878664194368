/** Who asks whether media may be shown: a press on a covered picture, a button, or the first list of a visit. */
import { useEffect, useSyncExternalStore } from "react";

interface Asking {
  /** Services of what is on the page; the first visit's banner names them. */
  offered: readonly string[];
  /** Services of the open dialog. */
  asked: readonly string[] | undefined;
}

const NONE: Asking = { offered: [], asked: undefined };
let asking = NONE;
const listeners = new Set<() => void>();

function set(part: Partial<Asking>): void {
  asking = { ...asking, ...part };
  for (const listener of listeners) listener();
}

const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useAsking = (): Asking => useSyncExternalStore(watch, () => asking);

/** Opens the dialog with the choices. */
export function askForMedia(services: readonly string[]): void {
  set({ asked: services });
}

export function endAsking(): void {
  set({ asked: undefined });
}

/** Says that media of these services are on the page. */
export function useOffer(services: readonly string[]): void {
  const key = services.join(" ");
  useEffect(() => {
    if (key === "") return;
    set({ offered: key.split(" ") });
    return () => set({ offered: [] });
  }, [key]);
}
