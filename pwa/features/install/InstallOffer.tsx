import { lazy, Suspense } from "react";
import { installAnswer, useInstallWay } from "./prompt.ts";

const InstallNotice = lazy(() =>
  import("./InstallNotice.tsx").then((file) => ({ default: file.InstallNotice })),
);

/** Few visits see it, so what it looks like comes when it is needed. */
export function InstallOffer() {
  const way = useInstallWay();
  const isOpen = installAnswer.use() === "open";
  return way === undefined || !isOpen ? null : (
    <Suspense fallback={null}>
      <InstallNotice way={way} />
    </Suspense>
  );
}
