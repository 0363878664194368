/** Notifications of an account. */
import { z } from "zod/mini";
import { Notification } from "../entities/notification.ts";
import { endpoint } from "./endpoint.ts";

export const listNotifications = endpoint({
  method: "GET",
  path: "/v1/account/notifications",
  access: "session",
  private: true,
  effect: true,
  summary:
    "The latest 500 notifications, newest first. Viewing marks all as seen; the response still shows which were new.",
  response: z.object({
    props: z.object({
      currentPage: z.literal("account"),
      title: z.literal("Your notifications"),
      notifications: z.array(Notification),
    }),
  }),
});
