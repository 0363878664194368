/**
 * One round of sync: what changed here is noted, what others pushed is merged, what is noted is pushed, and what came is
 * shown. Storage and server are given, so that tests can lose answers and stop it anywhere (docs/decisions/0047-sync.md).
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

/** Milliseconds after which a round without news is written down. */
const SAVED_EVERY = 60_000;

/**
 * @param changed names of kinds that may have changed on this device
 * @returns whether there is more to do; undefined where sync is off
 * @throws RefusedError, or what storage and server throw; nothing is lost, the next round goes on
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
    await round.save(); // what was noted, with its time
    throw error;
  });
  for (const kind of kinds) {
    if (isFirst) await noteAll(round, kind);
    if (isFirst || device.unshown.includes(kind.name)) await show(round, kind);
  }
  const isOld = round.serverNow() - device.syncedAt > SAVED_EVERY;
  // Kinds of a newer version of the app are shown once this device has it.
  const unshown = device.unshown.filter((name) => !kinds.some((kind) => kind.name === name));
  if (isOld || round.isChanged || unshown.length < device.unshown.length) {
    Object.assign(device, { unshown, syncedAt: round.serverNow() });
    if (device.unsealed.length === 0) await round.save(); // else with what is sealed
  }
  await push(round);
  const isLatest = device.cursor >= round.last;
  if (isLatest && device.cursor - device.snapshot > MAX_LOG_SEGMENTS) await compact(round);
  return !isLatest;
}
