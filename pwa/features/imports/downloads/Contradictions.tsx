import type { DownloadResult } from "#shared/entities/download-import.ts";
import { t } from "../../../i18n/index.ts";
import { LeftOutList } from "../../../ui/LeftOutList.tsx";

/** Lists texts and names about which sources contradict each other. */
export function Contradictions({ result }: { result: DownloadResult }) {
  const { contradictions = [], contradictions_count: count = 0 } = result;
  return (
    <LeftOutList
      title={t("downloads.contradictions", { count })}
      files={contradictions.map(({ kind, path, of }) => ({
        path,
        reason:
          kind === "name"
            ? t("downloads.contradictions.name", { ids: of.join(", ") })
            : t("downloads.contradictions.text", { post: of.join() }),
      }))}
      count={count}
    />
  );
}
