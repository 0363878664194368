/** State of the media prompt: opened by a hidden image, a button, or the first list of a visit. */
import { useEffect } from "react";
import { createStore } from "../../../lib/create-store.ts";

interface PromptState {
  /** Services with media on the page, named in the banner of the first visit. */
  offered: readonly string[];
  /** Services of the open dialog. */
  asked: readonly string[] | undefined;
}

const asking = createStore<PromptState>({ offered: [], asked: undefined });

const set = (part: Partial<PromptState>) => asking.set((current) => ({ ...current, ...part }));

export const useAsking = asking.use;

/** Opens the dialog. */
export function askForMedia(services: readonly string[]): void {
  set({ asked: services });
}

export function endAsking(): void {
  set({ asked: undefined });
}

/** Registers the services whose media are on this page. */
export function useOffer(services: readonly string[]): void {
  const key = services.join(" ");
  useEffect(() => {
    if (key === "") return;
    set({ offered: key.split(" ") });
    return () => set({ offered: [] });
  }, [key]);
}
