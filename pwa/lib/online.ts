/** Whether the browser has a connection; a rendered page is taken to have come over one. */
import { createReadableStore } from "./create-store.ts";

export const useOnline = createReadableStore(
  () => navigator.onLine,
  () => true,
  (notify) => {
    addEventListener("online", notify);
    addEventListener("offline", notify);
    return () => {
      removeEventListener("online", notify);
      removeEventListener("offline", notify);
    };
  },
).use;
