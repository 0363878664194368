/** Online state of the browser; server-rendered pages assume online. */
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
