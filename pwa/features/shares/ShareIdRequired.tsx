import { t } from "../../i18n/index.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";

/** `/share` without an id. */
export function ShareIdRequired() {
  return (
    <div className={page.page}>
      <PageHeading title={t("shares.title")} />
      <EmptyState message={t("shares.idRequired")} />
    </div>
  );
}
