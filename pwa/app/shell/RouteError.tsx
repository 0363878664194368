import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { HttpError, NetworkError } from "../../api/errors.ts";
import { Details } from "../../api/Failure.tsx";
import { errorMessage } from "../../api/messages.ts";
import { t } from "../../i18n/initial.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { NotFound } from "../../ui/NotFound.tsx";
import { isChunkError, recoverChunk } from "../start/chunks.ts";

/** Error screen for anything thrown while rendering or loading. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const isChunk = isChunkError(error);
  useEffect(() => {
    if (isChunk) recoverChunk();
  }, [isChunk]);
  if (error instanceof HttpError && error.isMissing) return <NotFound />;
  const retry = () => {
    if (isChunk) return location.reload();
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <ErrorPanel
      {...wordsOf(error, isChunk)}
      details={<Details error={error} />}
      onRetry={retry}
      {...(isChunk ? { retryLabel: t("errors.reload") } : {})}
      isPage
    />
  );
}

function wordsOf(error: unknown, isChunk: boolean): { title: string; message: string } {
  if (!navigator.onLine && (isChunk || error instanceof NetworkError))
    return { title: t("errors.offlineTitle"), message: t("errors.offline") };
  if (isChunk) return { title: t("errors.chunkTitle"), message: t("errors.chunk") };
  if (error instanceof HttpError) return { title: statusOf(error), message: errorMessage(error) };
  return { title: t("errors.unexpected"), message: errorMessage(error) };
}

/** Status texts, which HTTP/2 does not send; those a screen may get. */
const NAMES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

function statusOf({ status, statusText }: HttpError): string {
  return `${status} ${statusText === "" ? (NAMES[status] ?? "") : statusText}`.trim();
}
