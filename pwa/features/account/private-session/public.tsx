/** A private session: its notice over every page, and how to begin and leave it (lib/private-session.ts). */
import { lazy, useEffect } from "react";
import { followPrivateSession, usePrivate } from "../../../lib/private-session.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";

const PrivateBar = lazyComponent(() => import("./PrivateBar.tsx").then((file) => file.PrivateBar));

/** With the other sections of the settings, in their boundary. */
export const PrivateSettings = lazy(() =>
  import("./PrivateSettings.tsx").then((file) => ({ default: file.PrivateSettings })),
);

/** In the shell of every page. */
export function PrivateHost() {
  useEffect(followPrivateSession, []);
  return usePrivate() ? <PrivateBar /> : null;
}
