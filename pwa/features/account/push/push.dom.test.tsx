/** Notifications on this device in each state. The browser's push API is replaced, as test browsers have no push service. */
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getPush, type PushSettings, subscribe, unsubscribe } from "#shared/contracts/push.ts";
import { answerAccount, answerFavorites, answerNotifications, LOGGED_IN } from "#tests/components/account.ts";
import { answerPrefetches } from "#tests/components/answers.ts";
import { api, NOT_SOON } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const main = page.getByRole("main");
const turnOn = main.getByRole("button", { name: "Turn on" });
const turnOff = main.getByRole("button", { name: "Turn off" });
const problem = main.getByRole("alert");
const KEY = `B${"A".repeat(86)}`;
const ENDPOINT = "https://push.example.org/of/this-device";
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const SETTINGS: PushSettings = { timing: "at_once", hour: 9, quiet_from: 22, quiet_to: 7, zone };

beforeEach(async () => {
  await answerPrefetches();
  await answerAccount();
  await answerFavorites();
  await answerNotifications([]);
});

const answerPush = (subscription: PushSettings | null) =>
  api.answer(getPush, {
    public_key: KEY,
    subscription: subscription === null ? null : { ...subscription, endpoint: ENDPOINT },
  });

/** @param subscribes result of the browser's push service */
function inventBrowser(
  permission: NotificationPermission,
  subscribes: () => Promise<unknown> = async () => undefined,
) {
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: KEY, auth: "A".repeat(22) } }),
    unsubscribe: vi.fn(async () => true),
  };
  const registration = {
    pushManager: {
      subscribe: async () => {
        await subscribes();
        return subscription;
      },
      getSubscription: async () => subscription,
    },
    getNotifications: async () => [],
  } as unknown as ServiceWorkerRegistration;
  vi.spyOn(Notification, "requestPermission").mockResolvedValue(permission);
  vi.spyOn(navigator.serviceWorker, "ready", "get").mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, "getRegistration").mockResolvedValue(registration);
  return subscription;
}

const open = () => renderScreen("/account/notifications", { stored: LOGGED_IN });
/** Bodies of requests to the server. */
const sent = async (method: string) =>
  (await api.requests(/account\/push/))
    .filter((request) => request.method === method)
    .map(({ body }) => (body === "" ? null : JSON.parse(body)));

test("where the browser has no push messages, nothing is offered", async () => {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, "PushManager");
  onTestFinished(() => void Object.defineProperty(globalThis, "PushManager", descriptor ?? {}));
  Reflect.deleteProperty(globalThis, "PushManager");
  await open();
  await expect
    .element(main.getByText("This browser cannot show notifications here.", { exact: false }))
    .toBeVisible();
  await expect.element(turnOn).not.toBeInTheDocument();
  expect(await sent("GET")).toEqual([]);
});

test("off, it is turned on with the usual settings", async () => {
  inventBrowser("granted");
  await answerPush(null);
  await open();
  await expect.element(turnOn).toBeVisible();
  expect(await violations()).toEqual([]);
  await api.answer(subscribe, true);
  await answerPush(SETTINGS);
  await turnOn.click();
  await expect.element(turnOff).toBeVisible();
  await expect.element(main.getByLabelText("Quiet from")).toHaveValue("22");
  expect(await sent("PUT")).toEqual([{ ...SETTINGS, endpoint: ENDPOINT, keys: expect.any(Object) }]);
});

test("blocked, it says so and sends nothing", async () => {
  inventBrowser("denied");
  await answerPush(null);
  await open();
  await turnOn.click();
  await expect.element(problem).toHaveTextContent("Notifications of this site are blocked in this browser.");
  await expect.element(turnOn).toBeEnabled();
  expect(await sent("PUT")).toEqual([]);
});

test("on, quiet hours and a daily digest are chosen, and are there before the server answers", async () => {
  inventBrowser("granted");
  await answerPush(SETTINGS);
  await open();
  const quietTo = main.getByLabelText("Until");
  await expect.element(quietTo).toHaveValue("7");
  expect(await violations()).toEqual([]);
  const release = await api.hold(subscribe, true);
  await userEvent.selectOptions(quietTo, "09:00");
  await expect.element(quietTo).toHaveValue("9");
  await answerPush({ ...SETTINGS, quiet_to: 9 });
  await release();
  await expect.poll(() => sent("PUT")).toMatchObject([{ quiet_from: 22, quiet_to: 9, timing: "at_once" }]);
  await expect.element(turnOff).toBeEnabled();
  await api.answer(subscribe, true);
  await answerPush({ ...SETTINGS, quiet_to: 9, timing: "daily" });
  await main.getByRole("radio", { name: "Once a day" }).click();
  await expect.element(main.getByRole("combobox", { name: "At", exact: true })).toHaveValue("9");
  await expect.element(quietTo).not.toBeInTheDocument();
  await expect.poll(async () => (await sent("PUT")).at(-1)).toMatchObject({ timing: "daily", quiet_to: 9 });
});

test("turned off, the browser's subscription ends too", async () => {
  const subscription = inventBrowser("granted");
  await answerPush(SETTINGS);
  await open();
  await expect.element(turnOff).toBeVisible();
  await api.answer(unsubscribe, true);
  await answerPush(null);
  await turnOff.click();
  await expect.element(turnOn).toBeVisible();
  expect(await sent("DELETE")).toHaveLength(1);
  await expect.poll(() => subscription.unsubscribe.mock.calls.length).toBe(1);
});

test("a push service that fails, and a server that refuses, are different problems, and it stays off", async () => {
  const failing = vi.fn(async () => {
    throw new DOMException("No push service.", "AbortError");
  });
  inventBrowser("granted", failing);
  await answerPush(null);
  await open();
  await turnOn.click();
  await expect.element(problem).toHaveTextContent("This browser could not be reached for notifications.");
  inventBrowser("granted");
  await api.fail(subscribe, 400, "Expected a time zone.");
  await turnOn.click();
  await expect.element(problem).toHaveTextContent("Expected a time zone.");
  await expect.element(turnOn).toBeEnabled();
});

test("settings that cannot be read can be asked for again", async () => {
  await api.fail(getPush, 503, "Busy", NOT_SOON);
  await open();
  const again = main.getByRole("button", { name: "Try again" });
  await expect.element(again).toBeVisible();
  await answerPush(null);
  await again.click();
  await expect.element(turnOn).toBeVisible();
});
