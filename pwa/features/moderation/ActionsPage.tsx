import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../api/Loaded.tsx";
import { t } from "../../i18n/index.ts";
import { offsetNumber } from "../../lib/list-search.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { Paginator } from "../../ui/Paginator.tsx";
import { ActionList } from "./ActionList.tsx";
import { actionsQuery } from "./api.ts";
import { HideForm } from "./HideForm.tsx";
import styles from "./Moderation.module.css";

/** `/account/moderator/actions`: hides content, and lists past actions with undo. */
export function ActionsPage({ o, address }: { o: string | undefined; address: string | undefined }) {
  const query = useQuery(actionsQuery(o));
  return (
    <div className={page.page}>
      <PageHeading title={t("moderation.actions")} />
      <HideForm address={address} />
      <section className={styles.part} aria-labelledby="done">
        <h2 id="done">{t("moderation.history")}</h2>
        <Loaded query={query} label={t("moderation.loading")} skeleton={styles.ghost}>
          {(data) =>
            data.actions.length === 0 ? (
              <EmptyState message={t("moderation.noHistory")} />
            ) : (
              <>
                <ActionList actions={data.actions} />
                <Paginator offset={offsetNumber(o)} count={data.count} label={t("moderation.pages")} />
              </>
            )
          }
        </Loaded>
      </section>
    </div>
  );
}
