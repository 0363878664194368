import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { canOrder, POST_ORDER_NAMES, type PostOrder } from "#shared/rules/sort-orders.ts";
import { t } from "../../../i18n/index.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import button from "../../../ui/Button.module.css";
import styles from "./OrderSelect.module.css";

export interface OrderProps {
  search: ListSearch;
  /** Default order; undefined if the list has only one. */
  usual?: PostOrder | undefined;
}

/** Sort order of a list of posts, stored in the address. */
export function OrderSelect({ search, usual }: OrderProps & { usual: PostOrder }) {
  const navigate = useNavigate();
  const id = useId();
  const hasWords = search.q !== undefined;
  const hasTags = search.tag !== undefined;
  const choose = (order: PostOrder) =>
    void navigate({
      to: ".",
      search: (before: object) => ({
        ...before,
        o: undefined,
        sort_by: order === usual ? undefined : order,
      }),
    });
  return (
    <div className={styles.order}>
      <label className={button.label}>
        {t("cards.order")}
        <select
          className={button.field}
          value={hasWords ? "relevance" : (search.sort_by ?? usual)}
          aria-describedby={hasWords || hasTags ? id : undefined}
          onChange={({ target }) => choose(target.value as PostOrder)}
        >
          {hasWords ? <option value="relevance">{t("cards.order.relevance")}</option> : null}
          {POST_ORDER_NAMES.map((value) => (
            <option key={value} value={value} disabled={!canOrder(value, hasWords, hasTags)}>
              {t(`cards.order.${value}`)}
            </option>
          ))}
        </select>
      </label>
      {hasWords || hasTags ? (
        <p id={id} className={styles.why}>
          {t(hasWords ? "cards.orderWords" : "cards.orderTags")}
        </p>
      ) : null}
    </div>
  );
}
