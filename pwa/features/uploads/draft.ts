/** What the files of one visit to the page have in common, kept by the tab so that a reload does not lose it. */

const STORED = "upload_draft";

export interface Target {
  service: string;
  user: string;
  title: string;
  batch: string;
}

/** The one of the reloaded page, or a new one: files of one visit are one share. */
export function draftFor(service: string, user: string): Target {
  const batch = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
  const fresh = { service, user, title: "", batch };
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? "{}") as Partial<Target>;
    return kept.service === service && kept.user === user ? { ...fresh, ...kept } : fresh;
  } catch {
    return fresh; // not allowed, or not ours
  }
}

export function keepDraft(draft: Target): void {
  tried(() => sessionStorage.setItem(STORED, JSON.stringify(draft)));
}

export function dropDraft(): void {
  tried(() => sessionStorage.removeItem(STORED));
}

/** Where the browser keeps nothing, a reload does not either. */
function tried(act: () => void): void {
  try {
    act();
  } catch {
    // as above
  }
}
