import { type LinkProps, useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { isSearchable } from "#shared/text/scripts.ts";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import { PopoverButton } from "../../ui/PopoverButton.tsx";
import { SearchForm } from "../../ui/SearchForm.tsx";
import { CompletingField } from "../search/completion/CompletingField.tsx";
import styles from "./ChannelView.module.css";
import type { Channel } from "./channels.ts";
import type { Chat } from "./chat.ts";

const MIN_LENGTH = 2;

interface MessageSearchProps {
  q: string | undefined;
  channel: Channel | undefined;
  onSearch: (words: string, replace: boolean) => void;
}

export function MessageSearch({ q, channel, onSearch }: MessageSearchProps) {
  const words = { label: labelOf(channel), q };
  return (
    <SearchForm
      {...words}
      minLength={MIN_LENGTH}
      onSearch={onSearch}
      field={(typed) => <CompletingField {...words} typed={typed} keys={["before", "after"]} />}
    />
  );
}

/** Button that opens the search field. */
export function MessageSearchButton({ chat, channel }: { chat: Chat; channel: Channel }) {
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get("q") ?? "").trim();
    if (!isSearchable(q, MIN_LENGTH)) return;
    event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
    void navigate({ ...(chat.link(channel.id) as LinkProps), search: { q } });
  };
  const label = labelOf(channel);
  return (
    <PopoverButton label={label} className={button.icon} face={<Icon name="search" />}>
      {/* biome-ignore lint/a11y/useSemanticElements: a form is what holds the field */}
      <form role="search" aria-label={label} className={styles.form} onSubmit={submit}>
        <input
          className={button.field}
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          // biome-ignore lint/a11y/noAutofocus: opened by a button, to type in
          autoFocus
          required
          maxLength={200}
          autoComplete="off"
        />
        <button type="submit" className={button.button}>
          {t("dms.submit")}
        </button>
      </form>
    </PopoverButton>
  );
}

const labelOf = (channel: Channel | undefined) =>
  channel === undefined ? t("chat.search") : t("chat.searchIn", { name: channel.name });
