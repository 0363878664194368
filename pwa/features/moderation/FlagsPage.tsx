import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { QueuedFlag } from "#shared/entities/moderation.ts";
import { Loaded } from "../../api/Loaded.tsx";
import { t } from "../../i18n/index.ts";
import { offsetNumber } from "../../lib/list-search.ts";
import badge from "../../ui/Badge.module.css";
import { Choice } from "../../ui/Choice.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { Paginator } from "../../ui/Paginator.tsx";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import { type FlagState, flagsQuery } from "./api.ts";
import styles from "./Moderation.module.css";
import { reasonName } from "./messages.ts";

const STATES = ["open", "resolved"] as const;
const TO = "/account/moderator/flags";

/** `/account/moderator/flags` */
export function FlagsPage({ state: wanted, o }: { state: string | undefined; o: string | undefined }) {
  const navigate = useNavigate();
  const state: FlagState = wanted === "resolved" ? "resolved" : "open";
  const query = useQuery(flagsQuery(state, o));
  return (
    <div className={page.page}>
      <PageHeading title={t("moderation.flags")} />
      <Choice
        label={t("moderation.state")}
        value={state}
        options={STATES.map((value) => ({ value, label: t("moderation.stateName", { value }) }))}
        onChoose={(value) => void navigate({ to: TO, search: value === "open" ? {} : { state: value } })}
      />
      <Loaded query={query} label={t("moderation.loading")} skeleton={styles.ghost}>
        {(data) =>
          data.flags.length === 0 ? (
            <EmptyState isDone message={t("moderation.noFlags")} />
          ) : (
            <>
              <ul className={styles.list}>
                {data.flags.map((flag) => (
                  <li key={flag.id}>
                    <FlagRow flag={flag} />
                  </li>
                ))}
              </ul>
              <Paginator offset={offsetNumber(o)} count={data.count} label={t("moderation.pages")} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function FlagRow({ flag }: { flag: QueuedFlag }) {
  return (
    <Link
      to="/account/moderator/flags/$flag"
      params={{ flag: String(flag.id) }}
      preload={false}
      className={styles.row}
    >
      <span>
        <bdi>{flag.title === "" ? flag.post : flag.title}</bdi>
        <span className={styles.soft}>
          <ServiceMark service={flag.service} /> <bdi>{flag.creator}</bdi>
        </span>
      </span>
      <span className={badge.badge}>{reasonName(flag.reason)}</span>
      {flag.hidden ? <span className={badge.badge}>{t("moderation.isHidden")}</span> : null}
      {flag.count === 1 ? null : (
        <span className={styles.soft}>{t("moderation.times", { count: flag.count })}</span>
      )}
      <span className={styles.soft}>
        <DateText iso={flag.created_at} />
      </span>
    </Link>
  );
}
