import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { decideFlag, type FlagAction } from "#shared/contracts/moderation.ts";
import type { QueuedFlag } from "#shared/entities/moderation.ts";
import { cardImage } from "#shared/services/card-image.ts";
import { call } from "../../api/call.ts";
import { Failure } from "../../api/Failure.tsx";
import { Loaded } from "../../api/Loaded.tsx";
import { t } from "../../i18n/index.ts";
import { previewAddress } from "../../lib/addresses.ts";
import { offsetNumber } from "../../lib/list-search.ts";
import badge from "../../ui/Badge.module.css";
import button from "../../ui/Button.module.css";
import { Choice } from "../../ui/Choice.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Icon } from "../../ui/Icon.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { Paginator } from "../../ui/Paginator.tsx";
import line from "../../ui/PostRow.module.css";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import { MODERATION_KEY } from "../account/tasks.ts";
import { type FlagState, flagQuery, flagsQuery } from "./api.ts";
import { FlagEvidence, FlagFacts } from "./FlagParts.tsx";
import styles from "./Moderation.module.css";
import { problemOf, reasonName } from "./messages.ts";
import { Queue, type QueueAction } from "./queue/Queue.tsx";

const STATES = ["open", "resolved"] as const;
const TO = "/account/moderator/flags";

/** `/account/moderator/flags` */
export function FlagsPage({ state: wanted, o }: { state: string | undefined; o: string | undefined }) {
  const navigate = useNavigate();
  const client = useQueryClient();
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
        {(data) => (
          <>
            <Queue
              key={state}
              label={t("moderation.flags")}
              items={data.flags}
              keyOf={({ id }) => String(id)}
              nameOf={titleOf}
              actionsOf={actionsOf}
              renderRow={(flag, isWide) => <Row flag={flag} isLink={!isWide} />}
              renderDetails={(flag, isWide) => (isWide ? <Preview flag={flag} /> : null)}
              empty={<EmptyState isDone={state === "open"} message={t("moderation.noFlags")} />}
              note={{ label: t("moderation.note"), maxLength: 500 }}
              problemOf={problemOf}
              onDecided={() => client.invalidateQueries({ queryKey: MODERATION_KEY })}
            />
            {data.count === 0 ? null : (
              <Paginator offset={offsetNumber(o)} count={data.count} label={t("moderation.pages")} />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

const titleOf = ({ title, post }: QueuedFlag) => (title === "" ? post : title);

function actionsOf(flags: readonly QueuedFlag[]): QueueAction<QueuedFlag>[] {
  const isOpen = flags.every(({ state }) => state === "open");
  const isHidden = flags.every(({ hidden }) => hidden);
  return [
    actionOf("approve", isOpen ? "resolve" : "reopen", isOpen ? "reopen" : "resolve"),
    actionOf("reject", isHidden ? "show" : "hide", isHidden ? "hide" : "show"),
    actionOf("reimport", "reimport"),
  ];
}

/** @param back undoes it */
function actionOf(
  shortcut: QueueAction<QueuedFlag>["shortcut"],
  action: FlagAction,
  back?: FlagAction,
): QueueAction<QueuedFlag> {
  return {
    shortcut,
    label: t("moderation.action", { action }),
    done: (count) => t("moderation.done", { action, count }),
    decide: async (flag, reason) => {
      const params = { flag: String(flag.id) };
      // Others of the selection may be hidden already.
      if (action === "hide" && flag.hidden) return undefined;
      const { version } = await call(decideFlag, {
        params,
        body: { version: flag.version, action, ...(reason === "" ? {} : { reason }) },
      });
      return back === undefined
        ? undefined
        : () => call(decideFlag, { params, body: { version, action: back } });
    },
  };
}

function Row({ flag, isLink }: { flag: QueuedFlag; isLink: boolean }) {
  const { service, creator, reason, hidden, count, created_at: since } = flag;
  const image = hidden ? undefined : cardImage(flag);
  return (
    <>
      <span className={line.picture} data-cover={service}>
        {image === undefined ? (
          <Icon name="posts" size={28} />
        ) : (
          <img src={previewAddress(image.path, 360)} alt="" width={96} height={96} loading="lazy" />
        )}
      </span>
      <span className={styles.summary}>
        {isLink ? (
          <Link to="/account/moderator/flags/$flag" params={{ flag: String(flag.id) }} preload={false}>
            <bdi>{titleOf(flag)}</bdi>
          </Link>
        ) : (
          <bdi className={line.title}>{titleOf(flag)}</bdi>
        )}
        <span className={line.facts}>
          <ServiceMark service={service} /> <bdi>{creator}</bdi>
        </span>
        <span className={line.facts}>
          <span className={badge.badge}>{reasonName(reason)}</span>
          {hidden ? <span className={badge.badge}>{t("moderation.isHidden")}</span> : null}
          {count === 1 ? null : <span>{t("moderation.times", { count })}</span>}
          <DateText iso={since} />
        </span>
      </span>
    </>
  );
}

/** Details beside the queue. */
function Preview({ flag }: { flag: QueuedFlag }) {
  const { data, error, refetch } = useQuery(flagQuery(String(flag.id)));
  const { service, user, post, hidden } = flag;
  return (
    <>
      <h2>
        <Link to="/account/moderator/flags/$flag" params={{ flag: String(flag.id) }} preload={false}>
          <bdi>{titleOf(flag)}</bdi>
        </Link>
      </h2>
      <FlagFacts flag={flag} />
      <p className={styles.actions}>
        {hidden ? null : (
          <Link
            to="/$service/user/$id/post/$post"
            params={{ service, id: user, post }}
            className={button.button}
          >
            {t("moderation.openPost")}
          </Link>
        )}
      </p>
      {data !== undefined ? (
        <FlagEvidence flag={data} />
      ) : error === null ? (
        <div role="status" aria-label={t("moderation.loading")}>
          <div className={`${styles.ghost} ${page.skeleton}`} />
        </div>
      ) : (
        <Failure error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}
