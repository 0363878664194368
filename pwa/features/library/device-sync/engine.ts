/**
 * One round of sync: records local changes, pulls and merges, pushes, and applies what was merged. Storage and server
 * are parameters, so that tests can drop responses and stop a round anywhere (docs/decisions/0047-sync.md).
 */
import { MAX_LOG_SEGMENTS } from "#shared/rules/device-sync.ts";
import type { Kind } from "./kind.ts";
import { noteAll, noteChanges, show } from "./local-changes.ts";
import { pull } from "./pull.ts";
import { push } from "./push.ts";
import { Round, type RoundSetting } from "./round.ts";
import { compact } from "./snapshot.ts";

interface Setting extends RoundSetting {
  kinds: readonly Kind[];
}

/** Interval of saving the state after rounds without changes. */
const SAVE_INTERVAL_MS = 60_000;

/**
 * @param changed names of kinds that may have changed on this device
 * @returns true if another round is needed; undefined if sync is off
 * @throws RefusedError, or an error of storage or server; nothing is lost, the next round continues
 */
export async function syncOnce(
  { kinds, ...setting }: Setting,
  changed: Iterable<string>,
): Promise<boolean | undefined> {
  const device = await setting.store.device();
  if (device === undefined) return undefined;
  const round = new Round(setting, device);
  const names = new Set(changed);
  const isFirst = device.syncedAt === 0;
  if (!isFirst) for (const kind of kinds) if (names.has(kind.name)) await noteChanges(round, kind);
  await pull(round).catch(async (error: unknown) => {
    await round.save(); // recorded changes, with the time of the round
    throw error;
  });
  for (const kind of kinds) {
    if (isFirst) await noteAll(round, kind);
    if (isFirst || device.unshown.includes(kind.name)) await show(round, kind);
  }
  const isOld = round.serverNow() - device.syncedAt > SAVE_INTERVAL_MS;
  // Kinds of a newer version of the app are applied after this device is updated.
  const unshown = device.unshown.filter((name) => !kinds.some((kind) => kind.name === name));
  if (isOld || round.isChanged || unshown.length < device.unshown.length) {
    Object.assign(device, { unshown, syncedAt: round.serverNow() });
    if (device.unsealed.length === 0) await round.save(); // otherwise saved together with the sealed segments
  }
  await push(round);
  const isLatest = device.cursor >= round.last;
  if (isLatest && device.cursor - device.snapshot > MAX_LOG_SEGMENTS) await compact(round);
  return !isLatest;
}
