/** Lazy components of this folder. */
import { lazy } from "react";

export const QueueList = lazy(() => import("./QueueList.tsx").then((file) => ({ default: file.QueueList })));
