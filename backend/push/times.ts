/** When a subscription may be notified next, in the hours of its zone. */
import { Temporal } from "temporal-polyfill";
import type { PushSettings } from "#shared/contracts/push.ts";

/** The first time from `now` on; of a daily digest, the next one after it. @throws RangeError for an unknown zone */
export function nextTime({ timing, hour, quiet_from, quiet_to, zone }: PushSettings, now: Date): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  if (timing === "daily") return next(local, hour);
  return isBetween(local.hour, quiet_from, quiet_to) ? next(local, quiet_to) : now;
}

function isBetween(hour: number, from: number, to: number): boolean {
  return from <= to ? from <= hour && hour < to : from <= hour || hour < to;
}

/** When this hour begins next; on a day that skips it, an hour later. */
function next(local: Temporal.ZonedDateTime, hour: number): Date {
  const today = local.withPlainTime({ hour });
  const found =
    today.epochMilliseconds > local.epochMilliseconds
      ? today
      : local.add({ days: 1 }).withPlainTime({ hour });
  return new Date(found.epochMilliseconds);
}
