import { useEffect, useState } from "react";
import { storageManager } from "../../../lib/secure-context/apis.ts";

export interface Estimate {
  usage: number | undefined;
  quota: number | undefined;
}

/** Storage estimate of the browser, for display only. @param again a change of it refreshes the estimate */
export function useEstimate(again?: unknown): Estimate {
  const [estimate, setEstimate] = useState<Estimate>({ usage: undefined, quota: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change refreshes the estimate
  useEffect(() => {
    let isLeft = false;
    const asked = storageManager()?.estimate?.() ?? Promise.resolve({});
    asked
      .then(({ usage, quota }: StorageEstimate) => {
        if (!isLeft) setEstimate({ usage, quota });
      })
      .catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [again]);
  return estimate;
}
