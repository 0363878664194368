import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { LINK_ENDED, LINK_NEEDS_PASSWORD, openGuestLink } from "#shared/contracts/guest-links.ts";
import { call } from "../../../api/call.ts";
import { HttpError } from "../../../api/errors.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Field } from "../../../ui/Field.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import styles from "../Account.module.css";
import { refusalText } from "../messages.ts";
import { guestQuery } from "./api.ts";
import { GuestPosts } from "./GuestPosts.tsx";
import { GuestPostView } from "./GuestPostView.tsx";
import { LinkEnded } from "./LinkEnded.tsx";

export interface GuestSearch {
  post?: string | undefined;
  o?: string | undefined;
}

/** `/guest#<token>`: what a link shows to people without an account. The fragment is not sent to servers or proxies. */
export function GuestPage({ search: { post, o } }: { search: GuestSearch }) {
  const [token] = useState(() => location.hash.slice(1));
  const { data, error, refetch } = useQuery(guestQuery(token));
  if (data !== undefined) {
    const shown = data.post ?? post;
    return shown === undefined ? (
      <GuestPosts token={token} o={o} expiresAt={data.expires_at} />
    ) : (
      <GuestPostView token={token} post={shown} isOnly={data.post !== null} expiresAt={data.expires_at} />
    );
  }
  if (error === null)
    return (
      <div className={`${styles.ghost} ${page.skeleton}`} role="status" aria-label={t("guest.loading")} />
    );
  if (saysOf(error) === LINK_NEEDS_PASSWORD) return <PasswordForm token={token} />;
  if (saysOf(error) === LINK_ENDED) return <LinkEnded />;
  return <Failure error={error} isPage onRetry={() => void refetch()} />;
}

const saysOf = (error: Error) => (error instanceof HttpError ? error.message : undefined);

function PasswordForm({ token }: { token: string }) {
  const client = useQueryClient();
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
      </form>
    </div>
  );
}
