import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import { answerTakedownRequest } from "#shared/contracts/takedown-requests.ts";
import { REQUEST_STATES, type TakedownRequest } from "#shared/entities/takedown-request.ts";
import { call } from "../../../api/call.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import badge from "../../../ui/Badge.module.css";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { useQueueFocus } from "../../../ui/use-queue-focus.ts";
import { MODERATION_KEY } from "../../account/moderator-tasks.ts";
import { REQUESTS_KEY, requestsQuery } from "./api.ts";
import { problemOf } from "./messages.ts";
import styles from "./TakedownRequests.module.css";

const TO = "/account/moderator/takedown_requests";

/** `/account/moderator/takedown_requests` */
export function RequestsPage({ state: wanted, o }: { state: string | undefined; o: string | undefined }) {
  const navigate = useNavigate();
  const state = REQUEST_STATES.find((one) => one === wanted) ?? "open";
  const query = useQuery(requestsQuery(state, o));
  const list = useRef<HTMLDivElement>(null);
  useQueueFocus(list);
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
        {(data) =>
          data.requests.length === 0 ? (
            <EmptyState isDone message={t("takedownRequests.none")} />
          ) : (
            <>
              <div ref={list} className={styles.requests}>
                {data.requests.map((request) => (
                  <Request key={request.id} request={request} />
                ))}
              </div>
              <Paginator offset={offsetNumber(o)} count={data.count} label={t("takedownRequests.pages")} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Request({ request }: { request: TakedownRequest }) {
  const client = useQueryClient();
  const nameId = useId();
  const [text, setText] = useState(request.answer);
  const answer = useMutation({
    mutationFn: (state: TakedownRequest["state"]) =>
      call(answerTakedownRequest, {
        params: { request: String(request.id) },
        body: { version: request.version, state, answer: text },
      }),
    onError: noteEndedSession,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: REQUESTS_KEY });
      await client.invalidateQueries({ queryKey: MODERATION_KEY });
    },
  });
  const choices = request.state === "open" ? (["accepted", "rejected"] as const) : (["open"] as const);
  return (
    <article className={styles.request} aria-labelledby={nameId}>
      <p>
        <span className={badge.badge}>{t("takedownRequests.kindName", { value: request.kind })}</span>{" "}
        <bdi id={nameId}>{request.name}</bdi> · <bdi>{request.contact}</bdi> ·{" "}
        <DateText iso={request.created_at} show="moment" />
      </p>
      <ul className={styles.addresses}>
        {request.addresses
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
        {request.statement}
      </p>
      <label className={button.label}>
        {t("takedownRequests.answer")}
        <textarea
          className={button.field}
          rows={2}
          maxLength={2_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <div className={styles.actions}>
        {choices.map((state) => (
          <button
            key={state}
            type="button"
            className={button.button}
            disabled={answer.isPending}
            onClick={() => answer.mutate(state)}
          >
            {t("takedownRequests.action", { state })}
          </button>
        ))}
      </div>
      <p className={styles.problem} role="alert">
        {answer.error === null ? null : problemOf(answer.error)}
      </p>
    </article>
  );
}
