import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { PrivateHost } from "../../features/account/private-session/PrivateHost.tsx";
import { CollectionsHost } from "../../features/library/collections/CollectionsHost.tsx";
import { SavedHost } from "../../features/library/saved/SavedHost.tsx";
import { clearLeftovers } from "../../features/library/zip/own-files.ts";
import { PlayerHost } from "../../features/listening/PlayerHost.tsx";
import { watchPictures } from "../../lib/broken-pictures.ts";
import { savesData } from "../../lib/data-saver.ts";
import { useLockedOut } from "../../lib/members.ts";
import { serviceWorkers } from "../../lib/secure-context/apis.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { followSession } from "../start/follow-session.ts";
import { registerWorker } from "../start/register-worker.ts";
import { refreshOnResume } from "../start/resume.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { useAccountLinks } from "./account-links.ts";
import { headerTool } from "./Header.tsx";
import { describePages } from "./head.ts";
import { hideBarsOnScroll } from "./hide-bars.ts";
import { Keyboard } from "./Keyboard.tsx";
import { Notices } from "./Notices.tsx";
import "./print.css";

/**
 * Parts of every page that load after the first screen: notices, shortcuts, saved posts, account menu, head, service
 * worker.
 */
export function DeferredParts() {
  useEffect(() => headerTool.set(<AccountMenu />), []);
  useAccountLinks();
  const hasShortcuts = !useLockedOut();
  const router = useRouter();
  const client = useQueryClient();
  useEffect(() => describePages(router, client), [router, client]);
  useEffect(() => followSession(router, client), [router, client]);
  useEffect(registerWorker, []);
  useEffect(watchPictures, []);
  useEffect(hideBarsOnScroll, []);
  useEffect(() => refreshOnResume(client), [client]);
  useEffect(() => void clearLeftovers(), []);
  useEffect(() => {
    // The post's page, which every list links to: loaded with the press, its scripts would be the largest part of what that takes.
    const load = () => router.loadRouteChunk(router.routesById["/$service/user/$id/post/$post"]);
    if (serviceWorkers()?.controller != null || !savesData()) whenIdle(() => void load()?.catch(() => {}));
  }, [router]);
  return (
    <>
      <Notices />
      {hasShortcuts ? <Keyboard /> : null}
      <SavedHost />
      <CollectionsHost />
      <PlayerHost />
      <PrivateHost />
    </>
  );
}
