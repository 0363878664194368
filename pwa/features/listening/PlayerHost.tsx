import { lazyComponent } from "../../ui/lazy-component.tsx";
import { playing } from "./playing.ts";

const PlayerBar = lazyComponent(() => import("./PlayerBar.tsx").then((file) => file.PlayerBar));

/** The player of every page; its code is loaded when something is first played. */
export function PlayerHost() {
  const now = playing.use();
  return now === undefined ? null : <PlayerBar now={now} />;
}
