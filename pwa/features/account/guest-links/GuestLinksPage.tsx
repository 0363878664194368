import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { revokeGuestLink } from "#shared/contracts/guest-links.ts";
import type { GuestLink } from "#shared/entities/guest-link.ts";
import { call } from "../../../api/call.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import styles from "../Account.module.css";
import { refusalText } from "../messages.ts";
import { RevokeDialog } from "../RevokeDialog.tsx";
import { guestLinksQuery } from "./api.ts";

/** `/account/guest_links`: links for people without an account; for administrators, those of all. */
export function GuestLinksPage() {
  const client = useQueryClient();
  const query = useQuery(guestLinksQuery());
  const [asked, setAsked] = useState<GuestLink>();
  const revoke = useMutation({
    mutationFn: ({ id }: GuestLink) => call(revokeGuestLink, { params: { link: String(id) } }),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: guestLinksQuery().queryKey }),
  });
  return (
    <div className={page.page}>
      <PageHeading title={t("guest.links")} />
      <p className={styles.soft}>{t("guest.linksNote")}</p>
      <Loaded query={query} label={t("guest.loading")} skeleton={styles.ghost}>
        {(links) => (
          <>
            {links.length === 0 ? <p>{t("guest.none")}</p> : null}
            <ul className={styles.list}>
              {links.map((link) => (
                <li key={link.id} className={styles.row}>
                  <LinkText link={link} />
                  <button
                    type="button"
                    className={button.button}
                    disabled={revoke.isPending}
                    aria-label={t("guest.revokeOf", { title: titleOf(link) })}
                    onClick={() => setAsked(link)}
                  >
                    {t("tokens.revoke")}
                  </button>
                </li>
              ))}
            </ul>
            <p className={styles.problem} role="alert">
              {revoke.error === null ? null : refusalText(revoke.error)}
            </p>
          </>
        )}
      </Loaded>
      {asked === undefined ? null : (
        <RevokeDialog
          name={titleOf(asked)}
          note={t("guest.revokeNote")}
          onRevoke={() => revoke.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

const titleOf = ({ title, post }: GuestLink): string =>
  title === null ? t("guest.gone") : title.trim() || (post === null ? title : t("post.untitled"));

/** Path of the post or creator; undefined for a collection, and for what is gone. */
function pathOf({ service, user, post, title }: GuestLink): string | undefined {
  if (service === null || user === null || title === null) return undefined;
  const creator = `/${service}/user/${encodeURIComponent(user)}`;
  return post === null ? creator : `${creator}/post/${encodeURIComponent(post)}`;
}

/** Content, maker and terms of a link. */
function LinkText({ link }: { link: GuestLink }) {
  const { posts, created_by: by, created_at: at, expires_at: end, state } = link;
  const path = pathOf(link);
  const terms = [
    ...(posts === null ? [] : [t("collections.count", { count: posts })]),
    t("guest.state", { state }),
    t("guest.opens", { opens: link.opens, max: link.max_opens ?? 0 }),
    ...(link.has_password ? [t("guest.hasPassword")] : []),
  ];
  return (
    <div>
      {path === undefined ? (
        <bdi>{titleOf(link)}</bdi>
      ) : (
        <Link to={path}>
          <bdi>{titleOf(link)}</bdi>
        </Link>
      )}
      <p className={styles.small}>
        <Rich
          id="guest.by"
          values={{ name: by }}
          tags={{ name: (name) => <bdi translate="no">{name}</bdi> }}
        />
        {" · "}
        <DateText iso={at} /> · {t("tokens.expires")} <DateText iso={end} show="moment" /> ·{" "}
        {terms.join(" · ")}
      </p>
    </div>
  );
}
