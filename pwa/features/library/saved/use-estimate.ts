import { useEffect, useState } from "react";

export interface Estimate {
  usage: number | undefined;
  quota: number | undefined;
}

/** The browser's storage estimate; for display only. @param again refreshes it when it changes */
export function useEstimate(again?: unknown): Estimate {
  const [estimate, setEstimate] = useState<Estimate>({ usage: undefined, quota: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is what it is for
  useEffect(() => {
    let isLeft = false;
    const asked = navigator.storage?.estimate?.() ?? Promise.resolve({});
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
