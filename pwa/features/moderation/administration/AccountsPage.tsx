import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ACCOUNTS_PAGE_SIZE } from "#shared/contracts/administration.ts";
import type { Account } from "#shared/entities/account.ts";
import { Failure } from "../../../api/Failure.tsx";
import { formatNumber, t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { AccessSection } from "./AccessSection.tsx";
import { AccountFilters, TO } from "./AccountFilters.tsx";
import styles from "./Administration.module.css";
import { type AccountFilter, accountsQuery } from "./api.ts";

const SKELETONS = [0, 1, 2, 3];

/** `/account/administrator/accounts/:page` */
export function AccountsPage({ number, search }: { number: string; search: AccountFilter }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(accountsQuery(number, search));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("administration.accounts")} />
        {data === undefined ? null : (
          <p className={page.note} role="status">
            {t("administration.count", { count: data.count })}
          </p>
        )}
      </header>
      <AccountFilters search={search} />
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className={styles.list} role="status" aria-label={t("administration.loading")}>
          {SKELETONS.map((index) => (
            <div key={index} className={`${styles.ghost} ${page.skeleton}`} />
          ))}
        </div>
      ) : data.accounts.length === 0 ? (
        <EmptyState message={t("administration.none")} />
      ) : (
        <>
          <Accounts accounts={data.accounts} isStale={isPlaceholderData} />
          <Pages current={Number(number)} count={data.count} search={search} />
        </>
      )}
      <AccessSection />
    </div>
  );
}

function Accounts({ accounts, isStale }: { accounts: Account[]; isStale: boolean }) {
  return (
    <ul className={styles.list} aria-busy={isStale}>
      {accounts.map(({ id, username, role, created_at: createdAt }) => (
        <li key={id}>
          <Link
            to="/account/administrator/account/$account"
            params={{ account: String(id) }}
            preload={false}
            className={styles.row}
          >
            <bdi translate="no">{username}</bdi>
            <span className={styles.soft}>{t("account.roleName", { role })}</span>
            <span className={styles.soft}>
              <DateText iso={createdAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Pages({ current, count, search }: { current: number; count: number; search: AccountFilter }) {
  const total = Math.max(1, Math.ceil(count / ACCOUNTS_PAGE_SIZE));
  if (total === 1) return null;
  const step = (to: number, label: string) =>
    to < 1 || to > total ? null : (
      <Link to={TO} params={{ page: String(to) }} search={{ ...search }} className={button.button}>
        {label}
      </Link>
    );
  return (
    <nav className={styles.pages} aria-label={t("administration.pages")}>
      {step(current - 1, t("pages.previous"))}
      <span>{t("administration.pageOf", { page: formatNumber(current), total: formatNumber(total) })}</span>
      {step(current + 1, t("pages.next"))}
    </nav>
  );
}
