import { t } from "../../i18n/index.ts";
import { flash } from "../../lib/toast.ts";
import { addMute, isMuted, type Mute, mutes, removeMute } from "./store.ts";

/** Mutes or unmutes at once, with undo. */
export function toggleMute(mute: Mute): void {
  const was = isMuted(mute, mutes.get());
  const [act, back] = was ? [removeMute, addMute] : [addMute, removeMute];
  act(mute);
  flash({ text: t(was ? "mutes.unmuted" : "mutes.muted", { name: nameOf(mute) }), undo: () => back(mute) });
}

export function useIsMuted(mute: Mute): boolean {
  return isMuted(mute, mutes.use());
}

function nameOf(mute: Mute): string {
  return mute.kind === "creator" ? mute.creator.name : mute.text;
}
