import { t } from "../../i18n/index.ts";
import { dayAndTime } from "../../lib/dates.ts";
import type { RevisionPost } from "./compare.ts";

/** Label of a revision in selects. @param index from 0, the oldest */
export function revisionLabel(index: number, post: RevisionPost): string {
  const date = post.edited ?? post.added ?? post.published;
  const when = date === null ? t("post.noDate") : dayAndTime(date).slice(0, 16);
  return "revision_id" in post
    ? t("post.revision.numbered", { number: index + 1, when })
    : t("post.revision.current", { when });
}
