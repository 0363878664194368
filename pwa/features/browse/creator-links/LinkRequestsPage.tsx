import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { CreatorLinkRequest } from "#shared/entities/creator-link.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { flash } from "../../../lib/toast.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { useQueueFocus } from "../../../ui/use-queue-focus.ts";
import { CreatorCard } from "../creators/CreatorCard.tsx";
import { linkRequestsQuery, useDecision } from "./api.ts";
import styles from "./CreatorLinks.module.css";
import { refusalText } from "./messages.ts";

/** `/account/moderator/tasks/creator_links`: requests that two creators be linked, oldest first. */
export function LinkRequestsPage() {
  const query = useQuery(linkRequestsQuery());
  const decision = useDecision();
  const list = useRef<HTMLUListElement>(null);
  useQueueFocus(list);
  const decide = (request: CreatorLinkRequest, isApproved: boolean) =>
    decision.mutate(
      { request, isApproved },
      {
        onSuccess: () =>
          flash({ text: t("creatorLinks.done", { decision: isApproved ? "approved" : "rejected" }) }),
      },
    );
  return (
    <div className={page.page}>
      <PageHeading title={t("creatorLinks.requests")} />
      <p className={styles.problem} role="alert">
        {decision.error === null ? null : refusalText(decision.error)}
      </p>
      <Loaded query={query} label={t("creatorLinks.loading")} skeleton={styles.ghost}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState isDone message={t("creatorLinks.none")} />
          ) : (
            <ul ref={list} className={styles.requests} aria-label={t("creatorLinks.requests")}>
              {data.map((request) => (
                <Request key={request.id} request={request} isBusy={decision.isPending} onDecide={decide} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

interface RequestProps {
  request: CreatorLinkRequest;
  isBusy: boolean;
  onDecide: (request: CreatorLinkRequest, isApproved: boolean) => void;
}

function Request({ request, isBusy, onDecide }: RequestProps) {
  const { from_creator: from, to_creator: to, requester, reason, linked, created_at } = request;
  return (
    <li className={styles.requested}>
      <p className={styles.soft}>
        {requester === null ? (
          t("creatorLinks.byDeleted")
        ) : (
          <Rich
            id="creatorLinks.by"
            values={{ name: requester.username, role: t("account.roleName", { role: requester.role }) }}
            tags={{ name: (name) => <bdi>{name}</bdi> }}
          />
        )}{" "}
        <DateText iso={created_at} show="moment" />
      </p>
      <div className={styles.pair}>
        <CreatorCard creator={from} note={from.id} />
        <CreatorCard creator={to} note={to.id} />
      </div>
      {reason === null ? null : (
        <p className={styles.quote} dir="auto">
          {reason}
        </p>
      )}
      {linked.length === 0 ? null : (
        <p>{t("creatorLinks.alsoLinked", { names: linked.map(({ name }) => name).join(", ") })}</p>
      )}
      <p className={styles.buttons}>
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          aria-label={t("creatorLinks.approveNamed", { from: from.name, to: to.name })}
          disabled={isBusy}
          onClick={() => onDecide(request, true)}
        >
          {t("creatorLinks.approve")}
        </button>
        <button
          type="button"
          className={button.button}
          aria-label={t("creatorLinks.rejectNamed", { from: from.name, to: to.name })}
          disabled={isBusy}
          onClick={() => onDecide(request, false)}
        >
          {t("creatorLinks.reject")}
        </button>
      </p>
    </li>
  );
}
