import { useQuery } from "@tanstack/react-query";
import type { CreatorLinkRequest } from "#shared/entities/creator-link.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { iconAddress } from "../../../lib/addresses.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Queue, type QueueAction } from "../../moderation/queue/Queue.tsx";
import { CreatorCard } from "../creators/CreatorCard.tsx";
import { decideLink, linkRequestsQuery, useRefetchLinks } from "./api.ts";
import styles from "./CreatorLinks.module.css";
import { refusalText } from "./messages.ts";

/** `/account/moderator/tasks/creator_links`: requests that two creators be linked, oldest first. */
export function LinkRequestsPage() {
  const query = useQuery(linkRequestsQuery());
  const refetch = useRefetchLinks();
  return (
    <div className={page.page}>
      <PageHeading title={t("creatorLinks.requests")} />
      <Loaded query={query} label={t("creatorLinks.loading")} skeleton={styles.ghost}>
        {(data) => (
          <Queue
            label={t("creatorLinks.requests")}
            items={data}
            keyOf={({ id }) => String(id)}
            nameOf={nameOf}
            actionsOf={() => [APPROVE, REJECT]}
            renderRow={(request, isWide) =>
              isWide ? <Row request={request} /> : <Requester request={request} />
            }
            renderDetails={(request, isWide) => <Details request={request} isWide={isWide} />}
            empty={<EmptyState isDone message={t("creatorLinks.none")} />}
            problemOf={refusalText}
            onDecided={refetch}
          />
        )}
      </Loaded>
    </div>
  );
}

interface RequestProps {
  request: CreatorLinkRequest;
}

const nameOf = ({ from_creator: from, to_creator: to }: CreatorLinkRequest) => `${from.name}, ${to.name}`;
const namesOf = ({ from_creator: from, to_creator: to }: CreatorLinkRequest) => ({
  from: from.name,
  to: to.name,
});

/** Without undo: the server has no way back from either decision. */
const APPROVE: QueueAction<CreatorLinkRequest> = {
  shortcut: "approve",
  get label() {
    return t("creatorLinks.approve");
  },
  nameOf: (request) => t("creatorLinks.approveNamed", namesOf(request)),
  done: (count) => t("creatorLinks.done", { decision: "approved", count }),
  decide: (request) => decideLink(request, true),
};
const REJECT: QueueAction<CreatorLinkRequest> = {
  shortcut: "reject",
  get label() {
    return t("creatorLinks.reject");
  },
  nameOf: (request) => t("creatorLinks.rejectNamed", namesOf(request)),
  done: (count) => t("creatorLinks.done", { decision: "rejected", count }),
  decide: (request) => decideLink(request, false),
};

function Row({ request: { from_creator: from, to_creator: to, created_at: since } }: RequestProps) {
  return (
    <>
      <span className={styles.avatars}>
        {[from, to].map(({ service, id, name }) => (
          <Avatar key={`${service}/${id}`} src={iconAddress(service, id)} name={name} size={40} />
        ))}
      </span>
      <span className={styles.names}>
        <bdi>{from.name}</bdi>
        <bdi>{to.name}</bdi>
        <span className={styles.soft}>
          <DateText iso={since} />
        </span>
      </span>
    </>
  );
}

function Requester({ request: { requester, created_at: since } }: RequestProps) {
  return (
    <span className={styles.soft}>
      {requester === null ? (
        t("creatorLinks.byDeleted")
      ) : (
        <Rich
          id="creatorLinks.by"
          values={{ name: requester.username, role: t("account.roleName", { role: requester.role }) }}
          tags={{ name: (name) => <bdi>{name}</bdi> }}
        />
      )}{" "}
      <DateText iso={since} show="moment" />
    </span>
  );
}

function Details({ request, isWide }: RequestProps & { isWide: boolean }) {
  const { from_creator: from, to_creator: to, reason, linked } = request;
  return (
    <>
      {isWide ? (
        <p>
          <Requester request={request} />
        </p>
      ) : null}
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
    </>
  );
}
