import { useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../api/messages.ts";
import { t } from "../../i18n/index.ts";
import { flash } from "../../lib/toast.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import { matcher, mutes } from "../reading/mutes/store.ts";
import { play, unlockAudio } from "./playback.ts";
import { nextSounds } from "./queue.ts";

/** Plays the audio of all posts of a creator, newest first. Not for muted creators, whom the queue skips. */
export function PlayAllButton({ creator }: { creator: { service: string; id: string; name: string } }) {
  const client = useQueryClient();
  const { service, id, name } = creator;
  const isMuted = matcher(mutes.use())({ service, user: id }) !== undefined;
  const start = async () => {
    unlockAudio();
    try {
      const first = await nextSounds(client, { service, user: id, name });
      if (first === undefined) flash({ text: t("player.none") });
      else play(first);
    } catch (error) {
      flash({ text: errorMessage(error) });
    }
  };
  return isMuted ? null : (
    <button type="button" className={button.button} onClick={() => void start()}>
      <Icon name="sound" size={18} />
      {t("player.all")}
    </button>
  );
}
