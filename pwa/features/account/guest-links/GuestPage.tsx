import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { LINK_ENDED, LINK_NEEDS_PASSWORD, openGuestLink } from "#shared/contracts/guest-links.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { call } from "../../../api/call.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { deleteGuestCopy } from "../../../offline/guest-copies/guest-copies.ts";
import button from "../../../ui/Button.module.css";
import { Field } from "../../../ui/Field.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import styles from "../Account.module.css";
import { refusalText } from "../messages.ts";
import { GUEST_KEY, guestCopyQuery, guestQuery, type OpenedLink, saysOf } from "./api.ts";
import { GuestPosts } from "./GuestPosts.tsx";
import { GuestPostView } from "./GuestPostView.tsx";
import { LinkEnded } from "./LinkEnded.tsx";

export interface GuestSearch {
  service?: string | undefined;
  post?: string | undefined;
  o?: string | undefined;
}

/** `/guest#<token>`: what a link shows to people without an account. The fragment is not sent to servers or proxies. */
export function GuestPage({ search }: { search: GuestSearch }) {
  const token = useLocation({ select: ({ hash }) => hash });
  return <OpenedPage key={token} token={token} search={search} />;
}

function OpenedPage({ token, search: { service, post, o } }: { token: string; search: GuestSearch }) {
  const { data, error, refetch } = useQuery(guestQuery(token));
  const hasEnded = useEndOfCopy(token, data);
  if (hasEnded || saysOf(error) === LINK_ENDED) return <LinkEnded />;
  if (data !== undefined) {
    const listed = service === undefined || post === undefined ? undefined : { service, id: post };
    const shown = data.post ?? listed;
    return shown === undefined ? (
      <GuestPosts token={token} o={o} link={data} />
    ) : (
      <GuestPostView token={token} post={shown} link={data} />
    );
  }
  if (error === null)
    return (
      <div className={`${styles.ghost} ${page.skeleton}`} role="status" aria-label={t("guest.loading")} />
    );
  if (saysOf(error) === LINK_NEEDS_PASSWORD) return <PasswordForm token={token} />;
  return <Failure error={error} isPage onRetry={() => void refetch()} />;
}

/** Longest delay of a timer in milliseconds. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * At the end of the link deletes what is saved of it, and asks the server about what is in view.
 * @returns true once a copy in view has ended
 */
function useEndOfCopy(token: string, link: OpenedLink | undefined): boolean {
  const client = useQueryClient();
  const [hasEnded, setHasEnded] = useState(false);
  const { expires_at: end, isCopy } = link ?? {};
  useEffect(() => {
    const left = end === undefined ? 0 : parseIso(end).getTime() - Date.now();
    if (left <= 0 || left > MAX_DELAY_MS) return; // a clock that is ahead does not end what the server still shows
    const stop = async () => {
      await deleteGuestCopy(token);
      if (isCopy === true) setHasEnded(true);
      await client.resetQueries({ queryKey: [GUEST_KEY, token] });
    };
    const timer = setTimeout(() => void stop(), left);
    return () => clearTimeout(timer);
  }, [client, token, end, isCopy]);
  return hasEnded;
}

function PasswordForm({ token }: { token: string }) {
  const client = useQueryClient();
  const copy = useQuery(guestCopyQuery(token)).data?.shown;
  const [password, setPassword] = useState("");
  const open = useMutation({
    mutationFn: () => call(openGuestLink, { body: { token, password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: guestQuery(token).queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!open.isPending) open.mutate();
  };
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("guest.needsPassword")} />
      <form className={styles.form} onSubmit={submit} aria-busy={open.isPending}>
        <Field
          name="password"
          type="password"
          autoComplete="off"
          label={t("account.password")}
          value={password}
          problem={open.error === null ? undefined : refusalText(open.error)}
          onChange={({ target }) => setPassword(target.value)}
        />
        <button type="submit" className={`${button.button} ${button.primary}`} aria-disabled={open.isPending}>
          {t("guest.open")}
        </button>
        {copy === undefined ? null : (
          <button
            type="button"
            className={button.button}
            onClick={() => client.setQueryData(guestQuery(token).queryKey, { ...copy, isCopy: true })}
          >
            {t("guest.showCopy")}
          </button>
        )}
      </form>
    </div>
  );
}
