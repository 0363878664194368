import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { NewPost } from "#shared/entities/favorite.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { Failure } from "../../api/Failure.tsx";
import { intlLocale, t } from "../../i18n/index.ts";
import { iconAddress } from "../../lib/addresses.ts";
import { useProgressiveCount } from "../../lib/progressive-list.ts";
import { postTitle } from "../../lib/text.ts";
import { useSavedMarks } from "../../offline/library/saved-marks.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import button from "../../ui/Button.module.css";
import { Choice } from "../../ui/Choice.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import { useOffer } from "../content-warning/public.ts";
import { matcher, mutes } from "../mutes/public.ts";
import { PostCard, PostGridSkeleton, subjectOf } from "../posts/public.ts";
import { SaveAllButton } from "../saved/public.ts";
import { markAllSeen, useSeenList } from "../seen/public.ts";
import { newPostsQuery, otherNewPostsQuery } from "./api.ts";
import styles from "./CatchUp.module.css";
import { noteVisit, startVisit } from "./last-look.ts";

const DAY_MS = 24 * 60 * 60_000;
const DAYS = { day: 1, week: 7, month: 30 } as const;
type Period = keyof typeof DAYS | "visit";
/** Posts of one creator, until all are asked for. */
const FEW = 6;
const EAGER = 6;

/** `/account/favorites/new`: new posts of favorite creators since the last visit of this page. */
export function CatchUpPage() {
  const [{ now, visit }] = useState(() => ({ now: Date.now(), visit: startVisit() }));
  const [period, setPeriod] = useState<Period>(visit === undefined ? "week" : "visit");
  const since =
    period === "visit" && visit !== undefined
      ? visit
      : new Date(now - DAYS[period === "visit" ? "week" : period] * DAY_MS).toISOString().slice(0, 19);
  const first = useQuery(newPostsQuery(since));
  const { data, error } = first;
  const others = useQuery(otherNewPostsQuery(since, data?.posts ?? [], data?.count ?? 0));
  useEffect(() => {
    if (data !== undefined) noteVisit(visit, data.at);
  }, [visit, data]);
  const failed = data === undefined ? first : others;
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
          posts={others.data === undefined ? data.posts : [...data.posts, ...others.data]}
          names={new Map(data.creators.map(({ service, id, name }) => [`${service}/${id}`, name]))}
          count={data.count}
          isWhole={others.data !== undefined || data.count <= data.posts.length}
        />
      )}
    </div>
  );
}

/** A weekday within the last week, else the day; the time alone for today. */
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

/** By `service/id`, the one with the newest post first. */
function byCreator(posts: readonly NewPost[]): [creator: string, posts: NewPost[]][] {
  const groups = new Map<string, NewPost[]>();
  for (const post of posts) {
    const key = `${post.service}/${post.user}`;
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [post]);
    else own.push(post);
  }
  return [...groups];
}

interface NewPostsProps {
  posts: readonly NewPost[];
  /** Of their creators, by `service/id`. */
  names: ReadonlyMap<string, string>;
  /** Of all pages, muted ones among them. */
  count: number;
  /** Whether all pages are there. */
  isWhole: boolean;
}

function NewPosts({ posts, names, count, isWhole }: NewPostsProps) {
  const muted = mutes.use();
  const left = useMemo(() => {
    const match = matcher(muted);
    return posts.filter((post) => match(subjectOf(post)) === undefined);
  }, [posts, muted]);
  const groups = useMemo(() => byCreator(left), [left]);
  const shown = useProgressiveCount(groups.length);
  useOffer([...new Set(left.map(({ service }) => service))]);
  const savable = useMemo(
    () =>
      left.map((post) => ({
        ...post,
        title: postTitle(post),
        creatorName: names.get(`${post.service}/${post.user}`) ?? post.user,
      })),
    [left, names],
  );
  const hidden = posts.length - left.length;
  return (
    <>
      {isWhole ? (
        <p className={page.note} role="status">
          {left.length === 0 ? null : t("catchUp.count", { count: left.length, creators: groups.length })}
          {hidden === 0 ? null : ` · ${t("list.muted", { count: hidden })}`}
        </p>
      ) : (
        <p className={page.note} role="status" aria-label={t("catchUp.loading")}>
          {t("catchUp.loadingRest", { count })}
        </p>
      )}
      {isWhole && left.length > 0 ? (
        <div className={styles.actions}>
          <SaveAllButton posts={savable} />
          <button type="button" className={button.button} onClick={() => markAllSeen(left)}>
            {t("seen.markAll")}
          </button>
        </div>
      ) : null}
      {isWhole && left.length === 0 ? <EmptyState message={t("catchUp.empty")} /> : null}
      {groups.slice(0, shown).map(([key, own], index) => (
        <CreatorGroup key={key} posts={own} name={names.get(key)} isFirst={index === 0} isWhole={isWhole} />
      ))}
    </>
  );
}

interface CreatorGroupProps {
  posts: readonly NewPost[];
  name: string | undefined;
  isFirst: boolean;
  isWhole: boolean;
}

function CreatorGroup({ posts, name, isFirst, isWhole }: CreatorGroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const saved = useSavedMarks();
  const { all } = useSeenList(isOpen ? posts : posts.slice(0, FEW));
  const [{ service = "", user: id = "" } = {}] = posts;
  return (
    <section className={styles.group}>
      <header className={styles.head}>
        <Avatar src={iconAddress(service, id)} name={name ?? id} size={40} />
        <h2>
          <Link to="/$service/user/$id" params={{ service, id }} dir="auto">
            {name ?? id}
          </Link>
        </h2>
        <ServiceMark service={service} />
        {isWhole ? <span className={page.note}>{t("saved.newPosts", { count: posts.length })}</span> : null}
      </header>
      <ul className={styles.posts}>
        {all.map(({ post, seen }, index) => (
          <li key={postKey(post)}>
            <PostCard
              post={post}
              isEager={isFirst && index < EAGER}
              isSeen={seen}
              saved={saved.get(postKey(post))}
            />
          </li>
        ))}
      </ul>
      {isOpen || posts.length <= FEW ? null : (
        <button type="button" className={button.button} onClick={() => setIsOpen(true)}>
          {t("catchUp.showAll", { count: posts.length })}
        </button>
      )}
    </section>
  );
}
