import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { decideFlag, type FlagAction } from "#shared/contracts/moderation.ts";
import type { FlagDetails } from "#shared/entities/moderation.ts";
import { call } from "../../api/call.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import { Field } from "../../ui/Field.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { MODERATION_KEY } from "../account/tasks.ts";
import { flagQuery, flagsQuery } from "./api.ts";
import { FlagEvidence, FlagFacts } from "./FlagParts.tsx";
import styles from "./Moderation.module.css";
import { problemOf } from "./messages.ts";

/** `/account/moderator/flags/:flag` */
export function FlagPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(flagQuery(id));
  if (error !== null && data === undefined)
    return <Failure error={error} isPage onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className={page.page} role="status" aria-label={t("moderation.loading")}>
        <div className={`${styles.ghost} ${page.skeleton}`} />
      </div>
    );
  const { service, user, post } = data;
  const title = data.title === "" ? post : data.title;
  return (
    <div className={page.page}>
      <PageHeading title={title}>
        <bdi>{title}</bdi>
      </PageHeading>
      <FlagFacts flag={data} />
      <p className={styles.actions}>
        {data.hidden ? null : (
          <Link
            to="/$service/user/$id/post/$post"
            params={{ service, id: user, post }}
            className={button.button}
          >
            {t("moderation.openPost")}
          </Link>
        )}
        <Link to="/account/moderator/flags" className={button.button}>
          {t("moderation.allFlags")}
        </Link>
      </p>
      <Decision key={data.id} flag={data} />
      <FlagEvidence flag={data} />
    </div>
  );
}

function Decision({ flag }: { flag: FlagDetails }) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (action: FlagAction) =>
      call(decideFlag, {
        params: { flag: String(flag.id) },
        body: { version: flag.version, action, ...(reason === "" ? {} : { reason }) },
      }),
    onError: noteEndedSession,
    onSuccess: () => setReason(""),
    // Also after a conflict, to show the other moderator's decision.
    onSettled: () => client.invalidateQueries({ queryKey: MODERATION_KEY }),
  });
  const actions: FlagAction[] = [
    flag.state === "open" ? "resolve" : "reopen",
    flag.hidden ? "show" : "hide",
    "reimport",
  ];
  return (
    <section className={styles.part} aria-label={t("moderation.decide")}>
      <Field
        label={t("moderation.note")}
        name="reason"
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className={styles.actions}>
        {actions.map((action, at) => (
          <button
            key={action}
            type="button"
            className={at === 0 ? `${button.button} ${button.primary}` : button.button}
            disabled={isPending}
            onClick={() => mutate(action)}
          >
            {t("moderation.action", { action })}
          </button>
        ))}
      </div>
      <p className={styles.soft}>{t("moderation.reimportNote")}</p>
      <p className={styles.problem} role="alert">
        {error === null ? null : problemOf(error)}
      </p>
      {isSuccess ? <NextFlag after={flag.id} /> : null}
    </section>
  );
}

/** Link to the next open flag, focused after a decision; says so if none is left. */
function NextFlag({ after }: { after: number }) {
  const link = useRef<HTMLAnchorElement>(null);
  const { data } = useQuery(flagsQuery("open", undefined));
  const next = data?.flags.find(({ id }) => id !== after);
  useEffect(() => {
    if (next !== undefined) link.current?.focus();
  }, [next]);
  if (data === undefined) return null;
  if (next === undefined) return <p role="status">{t("moderation.noneLeft")}</p>;
  return (
    <Link
      ref={link}
      to="/account/moderator/flags/$flag"
      params={{ flag: String(next.id) }}
      preload={false}
      className={`${button.button} ${button.primary}`}
    >
      {t("moderation.next")}
    </Link>
  );
}
