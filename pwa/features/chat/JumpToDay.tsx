import { useMutation } from "@tanstack/react-query";
import { type LinkProps, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef } from "react";
import { errorMessage } from "../../api/messages.ts";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { PopoverButton } from "../../ui/PopoverButton.tsx";
import { ScreenIcon } from "../../ui/ScreenIcon.tsx";
import styles from "./ChannelView.module.css";
import type { Channel } from "./channels.ts";
import type { Chat } from "./chat.ts";

/** Date field that jumps to the first message of a day. */
export function JumpToDay({ chat, channel }: { chat: Chat; channel: Channel }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const jump = useMutation({
    mutationFn: (day: string) => chat.day(channel.id, day),
    onSuccess: ({ id }) => {
      form.current?.closest<HTMLElement>("[popover]")?.hidePopover();
      void navigate({ ...(chat.link(channel.id, id) as LinkProps), resetScroll: false });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    jump.mutate(String(new FormData(event.currentTarget).get("day")));
  };
  return (
    <PopoverButton
      label={t("chat.jump")}
      className={button.icon}
      face={<ScreenIcon name="calendar" size={20} />}
    >
      <form ref={form} className={styles.form} onSubmit={submit}>
        <label className={button.label}>
          {t("chat.jump")}
          <input className={button.field} type="date" name="day" required />
        </label>
        <button type="submit" className={button.button} disabled={jump.isPending}>
          {t("chat.go")}
        </button>
        {jump.error === null ? null : <p role="alert">{errorMessage(jump.error)}</p>}
      </form>
    </PopoverButton>
  );
}
