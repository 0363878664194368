import { lazy } from "react";

/** Only the settings need it, and the database that it reads. */
export const QueueList = lazy(() => import("./QueueList.tsx").then((file) => ({ default: file.QueueList })));
