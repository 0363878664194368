import { useNavigate } from "@tanstack/react-router";
import { ROLES } from "#shared/rules/roles.ts";
import { t } from "../../../i18n/index.ts";
import { useSearchInput } from "../../../lib/search-input.ts";
import button from "../../../ui/Button.module.css";
import styles from "./Administration.module.css";
import type { AccountFilter } from "./api.ts";

const FILTER_AFTER_MS = 500;
export const TO = "/account/administrator/accounts/$page";

/** Filters by name and role; a change returns to the first page. */
export function AccountFilters({ search }: { search: AccountFilter }) {
  const navigate = useNavigate();
  const change = (part: AccountFilter, replace = false) =>
    void navigate({
      to: TO,
      params: { page: "1" },
      search: (before: object) => ({ ...before, ...part }),
      replace,
      resetScroll: false,
    });
  const typed = useSearchInput({
    q: search.name,
    afterMs: FILTER_AFTER_MS,
    apply: (words, replace) => change({ name: words === "" ? undefined : words }, replace),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form is what holds the fields
    <form
      className={styles.filters}
      role="search"
      aria-label={t("administration.filter")}
      onSubmit={(event) => {
        event.preventDefault();
        typed.submit();
      }}
    >
      <label className={button.label}>
        {t("administration.name")}
        <input
          ref={typed.field}
          className={button.field}
          type="search"
          name="name"
          maxLength={100}
          autoComplete="off"
          defaultValue={search.name ?? ""}
          onFocus={typed.onFocus}
          onChange={typed.onChange}
        />
      </label>
      <label className={button.label}>
        {t("account.role")}
        <select
          className={button.field}
          value={search.role ?? ""}
          onChange={({ target }) => change({ role: target.value === "" ? undefined : target.value })}
        >
          <option value="">{t("administration.allRoles")}</option>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {t("account.roleName", { role })}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}
