import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { answerTakedownRequest } from "#shared/contracts/takedown-requests.ts";
import { REQUEST_STATES, type TakedownRequest } from "#shared/entities/takedown-request.ts";
import { call } from "../../../api/call.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import badge from "../../../ui/Badge.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { MODERATION_KEY } from "../../account/tasks.ts";
import { Queue, type QueueAction } from "../queue/Queue.tsx";
import { REQUESTS_KEY, requestsQuery } from "./api.ts";
import { problemOf } from "./messages.ts";
import styles from "./TakedownRequests.module.css";

const TO = "/account/moderator/takedown_requests";

/** `/account/moderator/takedown_requests` */
export function RequestsPage({ state: wanted, o }: { state: string | undefined; o: string | undefined }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const state = REQUEST_STATES.find((one) => one === wanted) ?? "open";
  const query = useQuery(requestsQuery(state, o));
  return (
    <div className={page.page}>
      <PageHeading title={t("takedownRequests.list")} />
      <Choice
        label={t("takedownRequests.state")}
        value={state}
        options={REQUEST_STATES.map((value) => ({
          value,
          label: t("takedownRequests.stateName", { value }),
        }))}
        onChoose={(value) => void navigate({ to: TO, search: value === "open" ? {} : { state: value } })}
      />
      <Loaded query={query} label={t("takedownRequests.loading")} skeleton={styles.ghost}>
        {(data) => (
          <>
            <Queue
              key={state}
              label={t("takedownRequests.list")}
              items={data.requests}
              keyOf={({ id }) => String(id)}
              nameOf={({ name }) => name}
              actionsOf={actionsOf}
              renderRow={(request) => <Row request={request} />}
              renderDetails={(request) => <Details request={request} />}
              empty={<EmptyState isDone={state === "open"} message={t("takedownRequests.none")} />}
              note={{
                label: t("takedownRequests.answer"),
                maxLength: 2_000,
                isLong: true,
                initial: ({ answer }) => answer,
              }}
              problemOf={problemOf}
              onDecided={async () => {
                await client.invalidateQueries({ queryKey: REQUESTS_KEY });
                await client.invalidateQueries({ queryKey: MODERATION_KEY });
              }}
            />
            {data.count === 0 ? null : (
              <Paginator offset={offsetNumber(o)} count={data.count} label={t("takedownRequests.pages")} />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function actionsOf(requests: readonly TakedownRequest[]): QueueAction<TakedownRequest>[] {
  const isOpen = requests.every(({ state }) => state === "open");
  return isOpen
    ? [actionOf("approve", "accepted"), actionOf("reject", "rejected")]
    : [actionOf("approve", "open")];
}

function actionOf(
  shortcut: QueueAction<TakedownRequest>["shortcut"],
  state: TakedownRequest["state"],
): QueueAction<TakedownRequest> {
  return {
    shortcut,
    label: t("takedownRequests.action", { state }),
    done: (count) => t("takedownRequests.done", { state, count }),
    decide: async (request, answer) => {
      const params = { request: String(request.id) };
      const { version } = await call(answerTakedownRequest, {
        params,
        body: { version: request.version, state, answer },
      });
      const before = { version, state: request.state, answer: request.answer };
      return () => call(answerTakedownRequest, { params, body: before });
    },
  };
}

function Row({ request: { kind, name, created_at: since } }: { request: TakedownRequest }) {
  return (
    <span className={styles.summary}>
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.about}>
        <span className={badge.badge}>{t("takedownRequests.kindName", { value: kind })}</span>
        <DateText iso={since} />
      </span>
    </span>
  );
}

function Details({ request: { contact, addresses, statement } }: { request: TakedownRequest }) {
  return (
    <>
      <p>
        {t("takedownRequests.contact")}: <bdi>{contact}</bdi>
      </p>
      <ul className={styles.addresses}>
        {addresses
          .split(/\s+/)
          .filter((address) => address !== "")
          .map((address, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: addresses repeat, and the list never reorders
            <li key={at}>
              <Link to="/account/administrator/takedowns" search={{ address }} preload={false}>
                <bdi>{address}</bdi>
              </Link>
            </li>
          ))}
      </ul>
      <p dir="auto" className={styles.text}>
        {statement}
      </p>
    </>
  );
}
