import { t } from "../i18n/index.ts";
import { shareSheet } from "../lib/secure-context/apis.ts";
import { copyText } from "../lib/secure-context/clipboard.ts";
import { flash } from "../lib/toast.ts";
import button from "./Button.module.css";
import { ScreenIcon } from "./ScreenIcon.tsx";

export interface ShareLinkProps {
  /** Path of the app, or a full URL. */
  path: string;
  title: string;
}

/** Opens the system's share sheet, or copies the link if there is none. */
export function ShareButton({ path, title }: ShareLinkProps) {
  const share = async () => {
    const url = new URL(path, location.origin).href;
    const open = shareSheet();
    if (open === undefined) return copy(url);
    try {
      await open({ title, url });
    } catch (error) {
      // Closing the sheet is not an error.
      if (!(error instanceof DOMException && error.name === "AbortError")) await copy(url);
    }
  };
  return (
    <button type="button" className={button.button} onClick={() => void share()}>
      <ScreenIcon name="share" />
      <span data-word="">{t("share.share")}</span>
    </button>
  );
}

export function CopyLinkButton({ path }: { path: string }) {
  return (
    <button
      type="button"
      className={button.button}
      onClick={() => void copy(new URL(path, location.origin).href)}
    >
      <ScreenIcon name="link" />
      {t("share.copyLink")}
    </button>
  );
}

interface CopyButtonProps {
  text: string;
  /** Notice of success. */
  copied: string;
  children: string;
}

/** Copies a text that is not a link. */
export function CopyButton({ text, copied, children }: CopyButtonProps) {
  return (
    <button type="button" className={button.button} onClick={() => void copy(text, copied)}>
      <ScreenIcon name="copy" />
      {children}
    </button>
  );
}

async function copy(text: string, copied = t("share.copied")): Promise<void> {
  flash({ text: (await copyText(text)) ? copied : t("share.copyFailed") });
}
