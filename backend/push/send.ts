/** Sends a push to a browser's push service. The URL comes from the visitor, so only public addresses are contacted. */
import { request } from "node:https";
import webPush from "web-push";
import { isPublicAddress, type Lookup, lookUp } from "../public-address.ts";
import { USER_AGENT } from "../version.ts";
import type { PushKeys } from "./keys.ts";

const PORT = 443;
const TIMEOUT_MS = 10_000;
/** Seconds the push service stores a message for an offline device. */
const TTL_SECONDS = 12 * 3_600;

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `gone`: the subscription no longer exists. `failed`: a retry may work. */
export type PushOutcome = "sent" | "gone" | "failed";

export interface SendOptions {
  keys: PushKeys;
  /** Contact address of the operators for the push service: `mailto:` or `https:`. */
  subject: string;
  lookup?: Lookup;
  /** For tests: names may resolve to 127.0.0.1, where this port replaces 443. */
  loopbackPort?: number;
  /** For tests: a private certificate authority. */
  ca?: string;
}

/** Resolves the name once, so that the checked address is the one connected to. Does not follow redirects. */
export async function sendPush(
  { endpoint, p256dh, auth }: PushTarget,
  message: object,
  { keys, subject, lookup = lookUp, loopbackPort, ca }: SendOptions,
): Promise<PushOutcome> {
  const url = new URL(endpoint);
  if (url.protocol !== "https:" || url.port !== "") return "gone";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await lookup(host).catch(() => []);
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (loopbackPort !== undefined && address === "127.0.0.1");
  const [address] = addresses;
  if (address === undefined || !addresses.every(isAllowed)) return "failed";
  const details = encrypted({ endpoint, p256dh, auth }, message, { keys, subject });
  if (details === undefined) return "gone";
  return await new Promise((settle) => {
    const sent = request(
      {
        method: details.method,
        host: address,
        port: address === "127.0.0.1" ? (loopbackPort ?? PORT) : PORT,
        path: `${url.pathname}${url.search}`,
        servername: host,
        headers: { ...details.headers, host: url.host, "user-agent": USER_AGENT },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        agent: false,
        ...(ca === undefined ? {} : { ca }),
      },
      (response) => {
        response.on("error", () => {});
        response.destroy(); // the body is not needed
        settle(outcomeOf(response.statusCode ?? 0));
      },
    );
    sent.on("error", () => settle("failed"));
    sent.end(details.body);
  });
}

/** @returns undefined if the keys are invalid */
function encrypted(
  { endpoint, p256dh, auth }: PushTarget,
  message: object,
  { keys, subject }: Pick<SendOptions, "keys" | "subject">,
) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject, ...keys },
      TTL: TTL_SECONDS,
      urgency: "low",
    });
  } catch {
    return undefined;
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return "sent";
  return status === 404 || status === 410 ? "gone" : "failed";
}
