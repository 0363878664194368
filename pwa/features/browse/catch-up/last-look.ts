/** When this page was looked at; of the account, so it is gone with it. */
import { parseIso } from "#shared/rules/dates.ts";
import { createSetting } from "../../../lib/setting.ts";

interface Look {
  /** Where the next visit begins, by the server's clock; empty before the first one. */
  at: string;
  /** Where the visit of that time began; empty for the first one. */
  since: string;
}

const NONE: Look = { at: "", since: "" };
/** Opened again within this time it is still the same visit, so that a reload takes nothing away. */
const VISIT_MS = 30 * 60_000;

function parse(text: string): Look {
  const [at = "", since = ""] = text.split(" ");
  return { at, since };
}

const lastLook = createSetting("catch-up", parse, NONE, { print: ({ at, since }) => `${at} ${since}` });

/** @returns where the visit that begins now continues; undefined for the first one */
export function startVisit(now = Date.now()): string | undefined {
  const { at, since } = lastLook.get();
  const isSame = at !== "" && now - parseIso(at).getTime() < VISIT_MS;
  return (isSame ? since : at) || undefined;
}

/** After an answer of the server. @param at what it says */
export function noteVisit(since: string | undefined, at: string): void {
  lastLook.set({ at, since: since ?? "" });
}
