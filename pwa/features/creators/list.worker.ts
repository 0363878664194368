/** Holds the whole list of creators beside the page, and brings it up to date by differences (decision 0010). */
import type { CreatorChanges } from "#shared/contracts/creators.ts";
import { CreatorList, pageOf } from "./find.ts";
import type { Answer, Question } from "./list-messages.ts";

const FRESH = 5 * 60_000;
const TIMEOUT = 60_000; // 3 MB on a slow line
const ADDRESS = "/api/v1/creators";

let list: CreatorList | undefined;
let since = "";
let askedAt = Number.NEGATIVE_INFINITY;
let loading: Promise<CreatorList> | undefined;

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
  const isNews = since !== "" && (changes.complete || changes.creators.length + changes.removed.length > 0);
  since = changes.since;
  if (isNews) send({ changed: true });
  return list;
}

/** One load at a time, however many ask. */
function loadOnce(): Promise<CreatorList> {
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

function current(): CreatorList | Promise<CreatorList> {
  if (list === undefined) return loadOnce();
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
    send({ id, page: pageOf(held.find(wanted), wanted.o) });
  } catch (error) {
    if (!(error instanceof LoadError)) return send({ id, problem: "network" });
    const { status, statusText, url, headers } = error.response;
    const retryAfter = headers.get("retry-after") ?? "";
    send({ id, problem: { status, statusText, url, message: error.message, retryAfter } });
  }
});
