import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { SavedHost } from "../../features/saved/public.ts";
import { clearLeftovers } from "../../features/zip/public.ts";
import { watchPictures } from "../../lib/broken-pictures.ts";
import { queryClient } from "../query-client.ts";
import { registerWorker } from "../start/register-worker.ts";
import { refreshOnResume } from "../start/resume.ts";
import { describePages } from "./head.ts";
import { Keyboard } from "./Keyboard.tsx";
import { Notices } from "./Notices.tsx";

/** What stands on every page and no first screen waits for: notices, keys, saved posts, the head, the service worker. */
export function LateParts() {
  const router = useRouter();
  const client = useQueryClient();
  useEffect(() => describePages(router, client), [router, client]);
  useEffect(registerWorker, []);
  useEffect(watchPictures, []);
  useEffect(() => refreshOnResume(queryClient), []);
  useEffect(() => void clearLeftovers(), []);
  useEffect(() => {
    // What every list leads to; the worker has it, so that it needs no connection.
    if (navigator.serviceWorker?.controller != null)
      void router.loadRouteChunk(router.routesById["/$service/user/$id/post/$post"])?.catch(() => {});
  }, [router]);
  return (
    <>
      <Notices />
      <Keyboard />
      <SavedHost />
    </>
  );
}
