import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { z } from "zod/mini";
import { createGuestLink } from "#shared/contracts/guest-links.ts";
import { GUEST_PAGE } from "#shared/rules/guest-links.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { OutsideMenu } from "../../../ui/PopoverMenu.tsx";
import { ScreenIcon } from "../../../ui/ScreenIcon.tsx";
import { CopyLinkButton } from "../../../ui/ShareLink.tsx";
import account from "../Account.module.css";
import { guestLinksQuery } from "./api.ts";
import styles from "./Guest.module.css";
import { GuestLinkForm, type LinkTerms } from "./GuestLinkForm.tsx";

const QrCode = lazy(() => import("../../../ui/QrCode.tsx").then((file) => ({ default: file.QrCode })));

export interface GuestLinkButtonProps {
  /** A creator, post or collection. */
  target: Pick<z.input<typeof createGuestLink.body>, "service" | "user" | "post" | "collection">;
}

/** Menu item that makes a link for people without an account. */
export function GuestLinkButton({ target }: GuestLinkButtonProps) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const create = useMutation({
    mutationFn: (terms: LinkTerms) => call(createGuestLink, { body: { ...target, ...terms } }),
    gcTime: 0,
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: guestLinksQuery().queryKey }),
  });
  const open = () => {
    create.reset();
    setIsOpen(true);
  };
  return (
    <>
      <button type="button" className={button.button} aria-haspopup="dialog" onClick={open}>
        <ScreenIcon name="enter" />
        {t("guest.create")}
      </button>
      {isOpen ? (
        <OutsideMenu>
          <Dialog
            title={t("guest.create")}
            className={styles.dialog}
            closeLabel={t("account.cancel")}
            onClose={() => setIsOpen(false)}
          >
            {create.data === undefined ? (
              <GuestLinkForm
                note={target.collection === undefined ? t("guest.note") : t("guest.collectionNote")}
                error={create.error}
                isSending={create.isPending}
                onSubmit={create.mutate}
              />
            ) : (
              <Created link={`${location.origin}${GUEST_PAGE}#${create.data.token}`} />
            )}
          </Dialog>
        </OutsideMenu>
      ) : null}
    </>
  );
}

function Created({ link }: { link: string }) {
  return (
    <div className={account.created} role="status">
      <p>
        {t("tokens.once")} <code translate="no">{link}</code>
      </p>
      <p>
        <CopyLinkButton path={link} />
      </p>
      <Suspense fallback={<span className={styles.code} />}>
        <QrCode text={link} label={t("guest.code")} className={styles.code} />
      </Suspense>
    </div>
  );
}
