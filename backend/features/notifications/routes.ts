import * as contract from "#shared/contracts/notifications.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { viewNotifications } from "./queries.ts";

const SHOWN = 500;

export const notificationRoutes: Mounted[] = [
  mount(contract.listNotifications, async ({ sql, principal }) => ({
    props: {
      currentPage: "account" as const,
      title: "Your notifications" as const,
      notifications: await viewNotifications(sql, principal.id, SHOWN),
    },
  })),
];
