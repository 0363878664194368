import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import { postTitle } from "../../../lib/text.ts";
import type { FileKindChoice } from "../../../offline/db/records.ts";
import button from "../../../ui/Button.module.css";
import { AutoSaveSwitch } from "./AutoSaveSwitch.tsx";
import type { SavablePost, SaveSubject } from "./dialogs.ts";
import { SaveChoice } from "./SaveChoice.tsx";
import styles from "./Saved.module.css";

const COUNTS = [10, 50, 100, 250, 500];
const SIZE_LIMITS = [25e6, 50e6, 100e6, 250e6, 500e6, 1e9];

type Slice = Extract<SaveSubject, { kind: "creator" }>;

/** Choice of the number of newest posts of a creator, and their size limit. */
export function SliceChoice({
  subject,
  onBegin,
}: {
  subject: Slice;
  onBegin: (posts: readonly SavablePost[]) => void;
}) {
  const [count, setCount] = useState(50);
  const [maxBytes, setMaxBytes] = useState<number>();
  const { posts, isBusy, hasFailed } = useNewest(subject, count);
  const [kinds, setKinds] = useState<FileKindChoice[]>(["image"]);
  return (
    <>
      <div className={styles.slice}>
        <label className={button.label}>
          {t("saved.dialog.postCount")}
          <select
            className={button.field}
            value={count}
            onChange={({ target }) => setCount(Number(target.value))}
          >
            {COUNTS.map((value) => (
              <option key={value} value={value}>
                {t("saved.dialog.posts", { count: value })}
              </option>
            ))}
          </select>
        </label>
        <label className={button.label}>
          {t("saved.dialog.limit")}
          <select
            className={button.field}
            value={maxBytes ?? ""}
            onChange={({ target }) => setMaxBytes(target.value === "" ? undefined : Number(target.value))}
          >
            <option value="">{t("saved.dialog.noLimit")}</option>
            {SIZE_LIMITS.map((value) => (
              <option key={value} value={value}>
                {formatSize(value)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {hasFailed ? <p role="alert">{t("saved.dialog.listFailed")}</p> : null}
      <p role="status" className={styles.note}>
        {t("saved.dialog.posts", { count: posts.length })}
      </p>
      <AutoSaveSwitch subject={subject} posts={posts} isBusy={isBusy} maxBytes={maxBytes} kinds={kinds} />
      <SaveChoice posts={posts} maxBytes={maxBytes} isBusy={isBusy} onKinds={setKinds} onBegin={onBegin} />
    </>
  );
}

/** Loads the creator's newest posts, page by page. */
function useNewest({ service, id, name }: Slice, count: number) {
  const client = useQueryClient();
  const [found, setFound] = useState<{ posts: readonly SavablePost[]; isBusy: boolean; hasFailed: boolean }>({
    posts: [],
    isBusy: true,
    hasFailed: false,
  });
  useEffect(() => {
    let isLeft = false;
    const show = (posts: readonly SavablePost[], isBusy: boolean, hasFailed = false) => {
      if (!isLeft) setFound({ posts: posts.slice(0, count), isBusy, hasFailed });
    };
    const load = async () => {
      const posts: SavablePost[] = [];
      for (let offset = 0; offset < count && !isLeft; offset += PAGE_SIZE) {
        const o = offset === 0 ? undefined : String(offset);
        const params = { service, id };
        const next = await client.fetchQuery({
          queryKey: ["creator-posts", params, { o }, "to save"],
          queryFn: ({ signal }) => call(listCreatorPosts, { params, query: { o }, signal }),
        });
        posts.push(
          ...next.map((post) => ({
            ...post,
            title: postTitle(post),
            creatorName: name,
          })),
        );
        if (next.length < PAGE_SIZE) break;
        show(posts, true);
      }
      show(posts, false);
    };
    show([], true);
    load().catch(() => show([], false, true));
    return () => {
      isLeft = true;
    };
  }, [client, service, id, name, count]);
  return found;
}
