import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { EARLIEST_POPULAR } from "#shared/rules/popular.ts";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { day } from "../../../lib/dates.ts";
import button from "../../../ui/Button.module.css";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { postsQuery } from "../posts/api.ts";
import styles from "./Popular.module.css";
import { monthText, type PopularInfo } from "./range.ts";

/** Shown for an empty period; links to the month of the newest post, if any. */
export function NothingPopular({ info }: { info: PopularInfo }) {
  const { data } = useQuery(postsQuery({}));
  const newest = data?.posts.find(({ published }) => published !== null)?.published ?? undefined;
  const date = newest === undefined ? undefined : day(newest);
  const isThere = info.scale === "month" && date?.slice(0, 7) === info.min_date.slice(0, 7);
  return (
    <EmptyState message={t("posts.empty")}>
      <p className={styles.offer}>
        {date === undefined || date < EARLIEST_POPULAR || isThere ? null : (
          <Link
            to="/posts/popular"
            search={{ period: "month", date }}
            className={`${button.button} ${button.primary}`}
            activeProps={{}}
          >
            <span>
              <Rich
                id="popular.newestMonth"
                values={{ month: monthText(date) }}
                tags={{ month: (text) => <time dateTime={date.slice(0, 7)}>{text}</time> }}
              />
            </span>
          </Link>
        )}
      </p>
    </EmptyState>
  );
}
