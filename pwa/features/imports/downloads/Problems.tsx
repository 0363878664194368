import { useInfiniteQuery } from "@tanstack/react-query";
import type { DownloadImport } from "#shared/entities/download-import.ts";
import { LEFT_OUT, type LeftOut } from "#shared/rules/left-out.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { type LeftOutFile, LeftOutList } from "../../../ui/LeftOutList.tsx";
import { problemsQuery } from "./api.ts";

/** Files and records that were left out, with reasons. */
export function Problems({ data }: { data: DownloadImport }) {
  const { problems_count: count } = data;
  const query = useInfiniteQuery({ ...problemsQuery(data), enabled: count > 0 });
  if (count === 0) return null;
  if (query.error !== null && query.data === undefined)
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <LeftOutList
      title={t("downloads.leftOut", { count })}
      files={(query.data?.pages ?? []).flat().map(inWords)}
      count={count}
      onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
    />
  );
}

/** Translates the reasons that every import may have; those of single formats are in English. */
export function inWords({ path, reason }: LeftOutFile): LeftOutFile {
  const known = (Object.keys(LEFT_OUT) as LeftOut[]).find((key) => LEFT_OUT[key] === reason);
  return { path, reason: known === undefined ? reason : t(`leftOut.${known}`) };
}
