import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PERIODS, type Period } from "#shared/rules/popular.ts";
import { type MessageId, t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./Popular.module.css";
import type { PopularSearch } from "./search.ts";

const NAMES = {
  recent: "popular.recent",
  day: "popular.day",
  week: "popular.week",
  month: "popular.month",
} as const satisfies Record<Period, MessageId>;

/** Step of each period; "recent" moves by days. */
const STEPS = {
  recent: ["popular.previousDay", "popular.nextDay"],
  day: ["popular.previousDay", "popular.nextDay"],
  week: ["popular.previousWeek", "popular.nextWeek"],
  month: ["popular.previousMonth", "popular.nextMonth"],
} as const satisfies Record<Period, [MessageId, MessageId]>;

const searchOf = (period: Period, date: string | undefined): PopularSearch => ({
  period: period === "recent" ? undefined : period,
  date,
});

/** Switches the period, keeping the date. */
export function PeriodSwitch({ search }: { search: PopularSearch }) {
  const current = search.period ?? "recent";
  return (
    <nav className={styles.periods} aria-label={t("popular.period")}>
      {PERIODS.map((period) => (
        <Link
          key={period}
          to="/posts/popular"
          search={searchOf(period, search.date)}
          className={styles.period}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
          resetScroll={false}
          aria-current={period === current ? "page" : undefined}
        >
          {t(NAMES[period])}
        </Link>
      ))}
    </nav>
  );
}

export interface WindowStepsProps {
  info:
    | { scale: Period; min_date: string; navigation_dates: Record<Period, [string, string, string]> }
    | undefined;
  props: { today: string; earliest_date_for_popular: string } | undefined;
}

/** Links to the previous and next period, within the archive's dates. */
export function WindowSteps({ info, props }: WindowStepsProps) {
  const scale = info?.scale ?? "recent";
  const [previous, next] = info?.navigation_dates[scale] ?? [];
  const [before, after] = STEPS[scale];
  const isFirst =
    info === undefined ||
    props === undefined ||
    info.min_date.slice(0, 10) <= props.earliest_date_for_popular;
  const isLast = next === undefined || props === undefined || next > props.today;
  return (
    <nav className={styles.steps} aria-label={t("popular.steps")}>
      <Step date={isFirst ? undefined : previous} scale={scale}>
        <Icon name="previous" size={18} />
        {t(before)}
      </Step>
      <Step date={isLast ? undefined : next} scale={scale}>
        {t(after)}
        <Icon name="next" size={18} />
      </Step>
    </nav>
  );
}

function Step({ date, scale, children }: { date: string | undefined; scale: Period; children: ReactNode }) {
  if (date === undefined) {
    return (
      <span className={`${button.button} ${styles.off}`} aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <Link to="/posts/popular" search={searchOf(scale, date)} className={button.button} activeProps={{}}>
      {children}
    </Link>
  );
}
