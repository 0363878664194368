import type { Unread } from "#shared/rules/wanted-list.ts";
import { formatNumber, t } from "../../i18n/index.ts";
import { LeftOutList } from "../../ui/LeftOutList.tsx";

/** Lines of a list that were not read, with their numbers; nothing if there are none. */
export function UnreadEntries({ unread }: { unread: readonly Unread[] }) {
  return (
    <LeftOutList
      title={t("favorites.unread", { count: unread.length })}
      files={unread.map(({ at, text, reason }) => ({
        path: `${formatNumber(at)}: ${text}`,
        reason: t("favorites.unreadReason", { reason }),
      }))}
    />
  );
}
