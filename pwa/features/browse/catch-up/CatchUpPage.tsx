import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { parseIso } from "#shared/rules/dates.ts";
import { Failure } from "../../../api/Failure.tsx";
import { intlLocale, t } from "../../../i18n/index.ts";
import { Choice } from "../../../ui/Choice.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { closePush } from "../../account/push/push.ts";
import { PostGridSkeleton } from "../posts/PostGrid.tsx";
import { newPostsQuery, otherNewPostsQuery } from "./api.ts";
import { noteVisit, startVisit } from "./last-look.ts";
import { NewPosts } from "./NewPosts.tsx";
import { type SearchNews, searchNewsQuery } from "./search-news.ts";

const DAY_MS = 24 * 60 * 60_000;
const DAYS = { day: 1, week: 7, month: 30 } as const;
const NONE: readonly SearchNews[] = [];
type Period = keyof typeof DAYS | "visit";

/** `/account/favorites/new`: new posts of favorite creators and saved searches since the last visit of this page. */
export function CatchUpPage() {
  const [{ now, visit }] = useState(() => ({ now: Date.now(), visit: startVisit() }));
  const [period, setPeriod] = useState<Period>(visit === undefined ? "week" : "visit");
  const since =
    period === "visit" && visit !== undefined
      ? visit
      : new Date(now - DAYS[period === "visit" ? "week" : period] * DAY_MS).toISOString().slice(0, 19);
  const first = useQuery(newPostsQuery(since));
  const { data, error } = first;
  const remaining = useQuery(otherNewPostsQuery(since, data?.posts ?? [], data?.count ?? 0));
  useEffect(() => {
    if (data === undefined) return;
    noteVisit(visit, data.at);
    void import("../../favorites/sync.ts").then(({ markNewsSeenUntil }) => markNewsSeenUntil(data.at));
    void closePush();
  }, [visit, data]);
  const searches = useQuery({ ...searchNewsQuery(since), enabled: data !== undefined });
  const failed = data === undefined ? first : remaining.error === null ? searches : remaining;
  const options = [
    ...(visit === undefined ? [] : [{ value: "visit" as const, label: t("catchUp.lastVisit") }]),
    { value: "day" as const, label: t("catchUp.dayShort") },
    { value: "week" as const, label: t("catchUp.weekShort") },
    { value: "month" as const, label: t("catchUp.monthShort") },
  ];
  return (
    <div className={page.page}>
      <PageHeading
        title={
          period === "visit" ? t("catchUp.since", { when: momentText(since, now) }) : t(`catchUp.${period}`)
        }
      />
      <Choice label={t("catchUp.period")} value={period} options={options} onChoose={setPeriod} />
      {data === undefined && error === null ? <PostGridSkeleton isPlain /> : null}
      {failed.error === null ? null : <Failure error={failed.error} onRetry={() => void failed.refetch()} />}
      {data === undefined ? null : (
        <NewPosts
          key={since}
          posts={remaining.data === undefined ? data.posts : [...data.posts, ...remaining.data]}
          names={new Map(data.creators.map(({ service, id, name }) => [`${service}/${id}`, name]))}
          count={data.count}
          searches={searches.data ?? NONE}
          isWhole={
            (remaining.data !== undefined || data.count <= data.posts.length) &&
            (searches.data !== undefined || searches.error !== null)
          }
        />
      )}
    </div>
  );
}

/** Formats a moment: the time today, a weekday within the last week, otherwise the date. */
function momentText(iso: string, now: number): string {
  const date = parseIso(iso);
  const passed = now - date.getTime();
  const format: Intl.DateTimeFormatOptions =
    date.toDateString() === new Date(now).toDateString()
      ? { timeStyle: "short" }
      : passed < 6 * DAY_MS
        ? { weekday: "long" }
        : { dateStyle: "long" };
  return new Intl.DateTimeFormat(intlLocale(), format).format(date);
}
