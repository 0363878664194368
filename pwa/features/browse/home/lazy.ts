/** Parts that read the database of this device, or ask the server for an account. */
import { lazyComponent } from "../../../ui/lazy-component.tsx";

export const News = lazyComponent(() => import("./News.tsx").then((file) => file.News));
export const RecentlySaved = lazyComponent(() =>
  import("./RecentlySaved.tsx").then((file) => file.RecentlySaved),
);
