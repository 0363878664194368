import { intlLocale, t } from "../i18n/index.ts";
import { dateStyle, day, dayAndTime, distance, machineDate } from "../lib/dates.ts";

export interface DateTextProps {
  /** A wire date, or a mere day. */
  iso: string;
  /** How much of it is written out: `time` is the hour alone, beside a date that stands above. */
  show?: "day" | "moment" | "time";
  className?: string | undefined;
}

/** Every date of the app: as written or how long ago, as the visitor chose; the whole stamp with its zone on pointing at it. */
export function DateText({ iso, show = "day", className }: DateTextProps) {
  const style = dateStyle.use();
  const whole = dayAndTime(iso);
  const text =
    show === "time"
      ? whole.slice(11, 16)
      : style === "relative"
        ? ago(iso)
        : show === "day"
          ? day(iso)
          : whole;
  return (
    <time dateTime={machineDate(iso)} title={t("list.utc", { when: whole })} className={className}>
      {text}
    </time>
  );
}

let format: Intl.RelativeTimeFormat | undefined;
let formatLocale: string | undefined;

/** How long ago, in the visitor's language. */
export function ago(iso: string): string {
  const locale = intlLocale();
  if (format === undefined || formatLocale !== locale) {
    format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
    formatLocale = locale;
  }
  const { count, unit } = distance(iso, Date.now());
  return format.format(count, unit);
}
