import type { ServiceInfo } from "./service.ts";

const TOKEN = /^(mfa\.[\w-]{20,}|[\w-]{18,}\.[\w-]{6,7}\.[\w-]{27,})$/;

export const discord: ServiceInfo = {
  title: "Discord",
  color: "#5165f6",
  profileUrl: null,
  postUrl: null,
  postLink: null,
  rewritesLinks: false,
  tabs: [],
  cardImage: "file",
  key: { place: "header", name: "authorization", isToken: true },
  importForm: {
    session_key: { check: (text) => (TOKEN.test(text) ? undefined : "tokenFormat") },
    channel_ids: {
      check: (text) => {
        const wrong = channelIds(text).find((id) => !/^\d+$/.test(id));
        return wrong === undefined ? undefined : { message: `${wrong} is not a valid channel ID.` };
      },
    },
  },
};

/** The channels of a list joined by commas. */
export function channelIds(text: string): string[] {
  return text.split(",").map((id) => id.trim());
}
