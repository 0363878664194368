import { intlLocale, t } from "../i18n/initial.ts";
import { createReadableStore } from "../lib/create-store.ts";
import { dateStyle, day, dayAndTime, distance, machineDate } from "../lib/dates.ts";
import { environment } from "../lib/environment.ts";

export interface DateTextProps {
  /** A wire date, or a date without time. */
  iso: string;
  /** Level of detail; `time` is the time only, next to a date shown above. */
  show?: "day" | "moment" | "time";
  className?: string | undefined;
}

/** Every date of the app, absolute or relative by setting; the tooltip has the full timestamp with its zone. */
export function DateText({ iso, show = "day", className }: DateTextProps) {
  const style = dateStyle.use();
  const whole = dayAndTime(iso);
  return (
    <time dateTime={machineDate(iso)} title={t("list.utc", { when: whole })} className={className}>
      {show === "time" ? (
        whole.slice(11, 16)
      ) : style === "relative" ? (
        <Ago iso={iso} />
      ) : show === "day" ? (
        day(iso)
      ) : (
        whole
      )}
    </time>
  );
}

function Ago({ iso }: { iso: string }) {
  return ago(iso, clock.use());
}

const MINUTE = 60_000;

/** Milliseconds since 1970, in steps of a minute. */
const clock = createReadableStore(
  () => Math.floor(Date.now() / MINUTE) * MINUTE,
  () => environment().now,
  (notify) => {
    const timer = setInterval(notify, MINUTE);
    return () => clearInterval(timer);
  },
);

let format: Intl.RelativeTimeFormat | undefined;
let formatLocale: string | undefined;

/** Relative time in the visitor's language. */
export function ago(iso: string, now = Date.now()): string {
  const locale = intlLocale();
  if (format === undefined || formatLocale !== locale) {
    format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
    formatLocale = locale;
  }
  const { count, unit } = distance(iso, now);
  return format.format(count, unit);
}
