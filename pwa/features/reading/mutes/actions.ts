import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import type { MutedCreator } from "./rules.ts";
import { addMute, isMuted, type Mute, mutes, removeMute } from "./store.ts";

/**
 * Mutes or unmutes immediately, with undo.
 * @param others profiles linked to a creator, which the notice offers to change too
 */
export function toggleMute(mute: Mute, others?: () => Promise<MutedCreator[]>): void {
  const was = isMuted(mute, mutes.get());
  const [act, back] = was ? [removeMute, addMute] : [addMute, removeMute];
  act(mute);
  flash({
    text: t(was ? "mutes.unmuted" : "mutes.muted", { name: nameOf(mute) }),
    undo: () => back(mute),
    more:
      others === undefined || mute.kind !== "creator"
        ? undefined
        : {
            label: t("creator.profiles.all"),
            act: async () => muteAll(await others(), !was, [mute.creator]),
          },
  });
}

/**
 * Mutes or unmutes creators, with one undo for all.
 * @param done a change just made, undone with them
 */
export function muteAll(
  creators: readonly MutedCreator[],
  isAdded: boolean,
  done: readonly MutedCreator[] = [],
): void {
  const asMute = (creator: MutedCreator): Mute => ({ kind: "creator", creator });
  const [act, back] = isAdded ? [addMute, removeMute] : [removeMute, addMute];
  const changed = creators.filter((creator) => isMuted(asMute(creator), mutes.get()) !== isAdded);
  for (const creator of changed) act(asMute(creator));
  const all = [...done, ...changed];
  const name = all.map((creator) => creator.name).join(", ");
  flash({
    text: t(isAdded ? "mutes.muted" : "mutes.unmuted", { name }),
    undo: () => {
      for (const creator of all) back(asMute(creator));
    },
  });
}

export function useIsMuted(mute: Mute): boolean {
  return isMuted(mute, mutes.use());
}

function nameOf(mute: Mute): string {
  return mute.kind === "creator" ? mute.creator.name : mute.text;
}
