/** The sync server, over HTTP. */
import {
  NUMBER_TAKEN,
  OTHER_WORDS,
  pullSegments,
  pushSegments,
  replaceWords,
  type SealedSegment,
  SNAPSHOT_OUTDATED,
  SYNC_FULL,
  SYNC_OFF,
  storeSnapshot,
} from "#shared/contracts/device-sync.ts";
import { call } from "../../../api/call.ts";
import { HttpError } from "../../../api/errors.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { RefusedError, type Remote, type Sealed } from "./protocol.ts";

/** Timeout of requests that carry the whole log. */
const LOG_TIMEOUT_MS = 120_000;

const REASONS = new Map([
  [SYNC_OFF, "words"],
  [OTHER_WORDS, "words"],
  [NUMBER_TAKEN, "taken"],
  [SNAPSHOT_OUTDATED, "outdated"],
  [SYNC_FULL, "full"],
] as const);

function refused(error: unknown): never {
  noteEndedSession(error);
  const reason = error instanceof HttpError ? REASONS.get(error.message as never) : undefined;
  throw reason === undefined ? error : new RefusedError(reason, { cause: error });
}

export const remote: Remote = {
  async pull(after) {
    const page = await call(pullSegments, { query: { after: String(after) } }).catch(refused);
    return { ...page, segments: page.segments.map((one) => ({ ...one, bytes: fromBase64(one.bytes) })) };
  },
  async push(keyId, segments) {
    const body = { key_id: keyId, segments: segments.map(sent) };
    return (await call(pushSegments, { body, timeout: LOG_TIMEOUT_MS }).catch(refused)).seqs;
  },
  async storeSnapshot({ keyId, segments, ...rest }) {
    const body = { ...rest, key_id: keyId, segments: segments.map(sent) };
    await call(storeSnapshot, { body, timeout: LOG_TIMEOUT_MS }).catch(refused);
  },
  async replaceWords({ keyId, newKeyId, to, segments }) {
    const body = { key_id: keyId, new_key_id: newKeyId, to, segments: segments.map(sent) };
    return (await call(replaceWords, { body, timeout: LOG_TIMEOUT_MS }).catch(refused)).seq;
  },
};

const sent = ({ device, number, bytes }: Sealed): SealedSegment => ({
  device,
  number,
  bytes: toBase64(bytes),
});
