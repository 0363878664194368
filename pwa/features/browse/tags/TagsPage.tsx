import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { tagsQuery } from "../../search/tags/api.ts";
import { TagList, TagListSkeleton } from "./TagList.tsx";

/** `/posts/tags`: every tag of the archive, most used first. */
export function TagsPage() {
  const { data, error, refetch } = useQuery(tagsQuery());
  return (
    <div className={page.page}>
      <PageHeading title={t("tags.title")} />
      {data === undefined ? (
        error === null ? (
          <TagListSkeleton />
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState message={t("tags.none")} />
      ) : (
        <TagList tags={data} />
      )}
    </div>
  );
}
