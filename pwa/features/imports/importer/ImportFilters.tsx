import { useNavigate } from "@tanstack/react-router";
import { IMPORT_STATES } from "#shared/rules/importer.ts";
import { SERVICES, serviceInfo } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import type { ImportFilter } from "./api.ts";
import styles from "./Importer.module.css";

/** Filters of the queue; a change returns to the first page. */
export function ImportFilters({ search: { state, service } }: { search: ImportFilter }) {
  const navigate = useNavigate();
  const change = (part: ImportFilter) =>
    void navigate({
      to: "/account/administrator/imports",
      search: (before: object) => ({ ...before, o: undefined, ...part }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={styles.filters}>
      <label className={button.label}>
        {t("importer.status.status")}
        <select
          className={button.field}
          value={state ?? ""}
          onChange={({ target }) => change({ state: target.value || undefined })}
        >
          <option value="">{t("importer.queue.allStates")}</option>
          {IMPORT_STATES.map((one) => (
            <option key={one} value={one}>
              {t("importer.queue.state", { state: one })}
            </option>
          ))}
        </select>
      </label>
      <label className={button.label}>
        {t("importer.service")}
        <select
          className={button.field}
          value={service ?? ""}
          onChange={({ target }) => change({ service: target.value || undefined })}
        >
          <option value="">{t("importer.queue.allServices")}</option>
          {SERVICES.map((one) => (
            <option key={one} value={one} translate="no">
              {serviceInfo(one).title}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
