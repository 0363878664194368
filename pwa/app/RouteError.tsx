import { useRouter } from "@tanstack/react-router";
import { Failure } from "../api/Failure.tsx";

/** Anything a screen threw while it rendered. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <Failure error={error} onRetry={retry} />;
}
