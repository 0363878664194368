/** Next notification time of a subscription, in its time zone. */
import { Temporal } from "temporal-polyfill";
import type { PushSettings } from "#shared/contracts/push.ts";

/** First allowed time from `now` on; for a daily digest, the next one. @throws RangeError for an unknown zone */
export function nextTime({ timing, hour, quiet_from, quiet_to, zone }: PushSettings, now: Date): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  if (timing === "daily") return next(local, hour);
  return isBetween(local.hour, quiet_from, quiet_to) ? next(local, quiet_to) : now;
}

function isBetween(hour: number, from: number, to: number): boolean {
  return from <= to ? from <= hour && hour < to : from <= hour || hour < to;
}

/** Next start of this hour; an hour later on a day that skips it. */
function next(local: Temporal.ZonedDateTime, hour: number): Date {
  const today = local.withPlainTime({ hour });
  const found =
    today.epochMilliseconds > local.epochMilliseconds
      ? today
      : local.add({ days: 1 }).withPlainTime({ hour });
  return new Date(found.epochMilliseconds);
}
