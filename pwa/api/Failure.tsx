import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { NotFound } from "../ui/NotFound.tsx";
import { HttpError, NetworkError } from "./errors.ts";
import { errorMessage, errorOrigin } from "./messages.ts";

/** What a screen shows when its content could not be fetched. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  const isOffline = error instanceof NetworkError && !navigator.onLine;
  return (
    <ErrorPanel
      title={isOffline ? "You are offline" : "This did not load"}
      message={
        isOffline
          ? "This page was not kept on this device. It will load once you are online again."
          : errorMessage(error)
      }
      details={detailsOf(error)}
      onRetry={onRetry}
    />
  );
}

function detailsOf(error: unknown): [string, string][] {
  const details: [string, string][] = [
    ["Origin", errorOrigin(error)],
    ["Page", location.pathname + location.search],
    ["Name", error instanceof Error ? error.name : "Unknown"],
    ["Message", error instanceof Error ? error.message : String(error)],
  ];
  if (error instanceof HttpError)
    details.push(["Request", error.url], ["Response", `${error.status} ${error.statusText}`]);
  return details;
}
