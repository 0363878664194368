import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import { Icon } from "../../ui/Icon.tsx";

/** Refetches the data in view; scroll position and typed text stay. */
export function ReloadButton({ className }: { className: string }) {
  const router = useRouter();
  const queries = useQueryClient();
  const isBusy = useIsFetching({ type: "active" }) > 0;
  const reload = () => {
    // Reloads a failed route only; otherwise this would be a navigation, which scrolls to the top.
    if (router.state.matches.some(({ status }) => status === "error")) void router.invalidate();
    void queries.refetchQueries({ type: "active" });
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={t("shell.reload")}
      title={t("shell.reload")}
      aria-busy={isBusy}
      onClick={reload}
    >
      <Icon name="reload" />
    </button>
  );
}
