/** Components of this folder that are loaded when they are first shown. */
import { lazy } from "react";

export const QueueList = lazy(() => import("./QueueList.tsx").then((file) => ({ default: file.QueueList })));
