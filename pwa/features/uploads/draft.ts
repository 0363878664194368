/** Common properties of a visit's uploads, stored per tab so that they survive a reload. */

const STORED = "upload_draft";

export interface Target {
  service: string;
  user: string;
  title: string;
  batch: string;
}

/** Returns the draft of the page before a reload, or a new one: files of one visit become one share. */
export function draftFor(service: string, user: string): Target {
  const batch = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
  const fresh = { service, user, title: "", batch };
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? "{}") as Partial<Target>;
    return kept.service === service && kept.user === user ? { ...fresh, ...kept } : fresh;
  } catch {
    return fresh; // storage blocked, or invalid
  }
}

export function keepDraft(draft: Target): void {
  tried(() => sessionStorage.setItem(STORED, JSON.stringify(draft)));
}

export function dropDraft(): void {
  tried(() => sessionStorage.removeItem(STORED));
}

/** Ignores blocked storage: the draft then lasts until a reload. */
function tried(act: () => void): void {
  try {
    act();
  } catch {
    // blocked
  }
}
