/** Time of the last visit of this page. Part of the account's data, deleted with it. */
import { parseIso } from "#shared/rules/dates.ts";
import { createSetting } from "../../../lib/setting.ts";

interface LastVisit {
  /** Time of the last visit, by the server's clock; the next one lists newer posts. Empty before the first. */
  at: string;
  /** Time after which posts were new in the last visit; empty for the first. */
  since: string;
}

const NONE: LastVisit = { at: "", since: "" };
/** Reopening the page within this time continues the visit, so a reload loses nothing. */
const VISIT_MS = 30 * 60_000;

function parse(text: string): LastVisit {
  const [at = "", since = ""] = text.split(" ");
  return { at, since };
}

const lastVisit = createSetting("catch-up", parse, NONE, { print: ({ at, since }) => `${at} ${since}` });

/** @returns time after which posts are new in this visit; undefined for the first */
export function startVisit(now = Date.now()): string | undefined {
  const { at, since } = lastVisit.get();
  const isSame = at !== "" && now - parseIso(at).getTime() < VISIT_MS;
  return (isSame ? since : at) || undefined;
}

/** Records a visit, once the server has responded. @param at time of the response, by the server's clock */
export function noteVisit(since: string | undefined, at: string): void {
  lastVisit.set({ at, since: since ?? "" });
}
