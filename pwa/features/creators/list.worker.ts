/**
 * Holds the whole list of creators beside the page, and brings it up to date by differences (decision 0010). It begins
 * with the copy of this device, so that a later visit loads only what changed, and one without a line has a list.
 */
import type { CreatorChanges } from "#shared/contracts/creators.ts";
import { keepList, readList } from "./cached-list.ts";
import { CreatorList, pageOf } from "./find.ts";
import type { Answer, Question } from "./list-worker-api.ts";

const FRESH = 5 * 60_000;
const TIMEOUT = 60_000; // 3 MB on a slow line
const ADDRESS = "/api/v1/creators";
/** Writing a long list waits for the page to be done. */
const CALM = 3_000;
/** A list that did not change is noted as confirmed at most so often. */
const CONFIRMED = 60 * 60_000;

let list: CreatorList | undefined;
let since = "";
let askedAt = Number.NEGATIVE_INFINITY;
let loading: Promise<CreatorList> | undefined;
/** When the list came from the server, where it is this device's copy and was not confirmed yet. */
let storedAt: number | undefined;
let keptAt = 0;
const begun = begin();

async function begin(): Promise<void> {
  const kept = await readList();
  if (kept === undefined) return;
  list = new CreatorList(kept.creators);
  since = kept.since;
  storedAt = keptAt = kept.at;
}

class LoadError extends Error {
  constructor(
    readonly response: Response,
    message: string,
  ) {
    super(message);
  }
}

async function load(): Promise<CreatorList> {
  askedAt = performance.now();
  const response = await fetch(`${ADDRESS}?since=${encodeURIComponent(since)}`, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) {
    const { error = "" } = (await response.json().catch(() => ({}))) as { error?: string };
    throw new LoadError(response, error);
  }
  const changes = (await response.json()) as CreatorChanges;
  if (changes.complete || list === undefined) list = new CreatorList(changes.creators);
  else list.change(changes.creators, changes.removed);
  const count = changes.creators.length + changes.removed.length;
  const isNews = since !== "" && (changes.complete || count > 0);
  since = changes.since;
  if (isNews || storedAt !== undefined) send({ changed: true });
  storedAt = undefined;
  if (changes.complete || count > 0 || Date.now() - keptAt > CONFIRMED) keepSoon(list);
  return list;
}

function keepSoon(current: CreatorList): void {
  keptAt = Date.now();
  setTimeout(() => void keepList({ since, at: Date.now(), creators: current.all() }), CALM);
}

/** One load at a time, however many ask. */
function loadOnce(): Promise<CreatorList> {
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function current(): Promise<CreatorList> {
  await begun;
  if (list === undefined) return await loadOnce();
  if (performance.now() - askedAt > FRESH) loadOnce().catch(() => {}); // what is held is shown meanwhile
  return list;
}

function send(answer: Answer): void {
  self.postMessage(answer);
}

self.addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  const { id, wanted } = data;
  try {
    const held = await current();
    const page = pageOf(held.find(wanted), wanted.o);
    send(storedAt === undefined ? { id, page } : { id, page, storedAt });
  } catch (error) {
    if (!(error instanceof LoadError)) return send({ id, problem: "network" });
    const { status, statusText, url, headers } = error.response;
    const retryAfter = headers.get("retry-after") ?? "";
    send({ id, problem: { status, statusText, url, message: error.message, retryAfter } });
  }
});
